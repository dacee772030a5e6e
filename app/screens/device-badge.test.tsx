import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DeviceReport } from '../../src/replica/protocol';
import { DeviceBadge } from './device-badge';

test('without a GPU nothing is said of an engine that the replica need not take, nor of its speed', () => {
  const report = { webgpu: 'software', adapter: 'SwiftShader', advice: 'use-the-gpu' } as DeviceReport;
  const badge = renderToStaticMarkup(<DeviceBadge report={report} />).replace(/<[^>]*>/g, ' ');
  expect(badge).toContain('No GPU here: this device trains on its processor');
  expect(badge).not.toMatch(/slow|software/i);
});
