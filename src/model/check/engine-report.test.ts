import { unexpected } from '../../base/sayings';
import { expect, test } from 'vitest';
import { reportNow, type EngineReport } from './engine-report';

const report: EngineReport = {
  ...{ wish: 'auto', chosen: 'simd', note: unexpected('as measured') },
  trials: [{ backend: 'simd', device: 'CPU (SIMD, 3 threads)', gradientMs: 8, why: undefined }],
};

test('an engine that is as it was leaves the report as it was', () => {
  expect(reportNow(report, { device: 'CPU (SIMD, 3 threads)', note: unexpected('as measured') })).toBe(
    report,
  );
});

test('an engine with another number of threads says so; what was measured stays', () => {
  const now = { device: 'CPU (SIMD, 1 thread)', note: unexpected('another tab') };
  expect(reportNow(report, now)).toEqual({ ...report, runsAs: now.device, note: now.note });
});

test('another reason for the same number of threads is a reason only', () => {
  const now = { device: 'CPU (SIMD, 3 threads)', note: unexpected('another tab') };
  expect(reportNow(report, now)).toEqual({ ...report, note: now.note });
});
