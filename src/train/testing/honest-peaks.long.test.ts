// L19, M15d, H5e: what an honest ring of 64 sends in its fullest moments takes at most half of each budget.
import { afterEach, expect, test, vi } from 'vitest';
import { FramePeaks } from './frame-peaks';
import { honestPeaks } from './honest-peaks';

afterEach(() => vi.restoreAllMocks());

test(
  'L19, M15d, H5e: a ring of 64 in its fullest moments uses at most half of each budget',
  { timeout: 3_600_000 },
  async () => {
    const peaks = new FramePeaks();
    peaks.watch();
    await honestPeaks(peaks, { size: 64, deaths: 10, units: 64, say: (text) => console.info(text) });
    for (const { name, share } of peaks.all()) expect(share, name).toBeLessThanOrEqual(0.5);
  },
);
