// The colours of the look: a theme that is chosen has those of the theme that the system asks for, and lines, marks and text
// stand out from what they lie on (WCAG 2: 3:1 for lines, 4.5:1 for text). Other files take colours, sizes of type, distances
// and radii from the look alone.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

function coloursOf(selector: string): Record<string, string> {
  const from = css.indexOf(`${selector} {`);
  expect(from, selector).toBeGreaterThanOrEqual(0);
  const block = css.slice(from, css.indexOf('}', from));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): (#\w{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const themes = { light: coloursOf(':root'), dark: coloursOf(":root[data-theme='dark']") };

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test('the dark theme is the same whether it is chosen or asked for by the system', () => {
  expect(Object.keys(themes.dark)).toEqual(Object.keys(themes.light));
  expect(coloursOf(":root:not([data-theme='light'])")).toEqual(themes.dark);
});

test.each(Object.entries(themes))('%s: lines are at least 3:1 and text at least 4.5:1', (_, colours) => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  const owners = Object.keys(colours).filter((name) => name.startsWith('--owner-'));
  expect(owners).toHaveLength(16);
  const series = ['--blue', '--vermillion', '--green', '--purple', '--amber', '--grey'];
  for (const line of [...series, ...owners, '--line-strong'])
    expect(contrast(colours[line], colours['--surface']), line).toBeGreaterThanOrEqual(3);
  for (const text of ['--ink', '--ink-2', '--ink-3', '--accent', '--good', '--warn', '--bad'])
    for (const ground of ['--paper', '--surface'])
      expect(contrast(colours[text], colours[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

/** Sizes that follow the text around them, the window or their place are of no scale; neither are those of paper. */
const foreign = [
  /^(?!.*url\().*(#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\()/i,
  /^(font-size|font|border-radius): .*\d(rem|px)\b/,
  /^((row-|column-)?gap|(padding|margin)[\w-]*): (?!.*\w\().*\drem\b/,
];

test('colours, sizes of type, distances and radii are those of the look', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.module.css'),
  );
  expect(files.length).toBeGreaterThan(50);
  const own = files.flatMap((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.endsWith(';') && foreign.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line}`),
  );
  expect(own).toEqual([]);
});
