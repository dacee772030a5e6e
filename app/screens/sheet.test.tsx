import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import SheetScreen from './sheet';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['http://localhost:8080', true],
  ['https://127.0.0.1', true],
  ['https://class.example', false],
])('an administrator learns whether others can open %s', (origin, isWarned) => {
  vi.stubGlobal('location', { origin });
  const page = renderToStaticMarkup(
    <Router ssrPath="/network">
      <SheetScreen name="network" />
    </Router>,
  );
  expect(page).toContain(origin);
  expect(page.includes('This address works on this device only.')).toBe(isWarned);
});
