// L19, M15d, H5e: what an honest ring sends in its fullest moments takes at most half of each budget. Honest rings of ten
// that go on within them: large-ring.test.ts.
import { afterEach, expect, test, vi } from 'vitest';
import { FramePeaks } from './frame-peaks';
import { honestPeaks } from './honest-peaks';

afterEach(() => vi.restoreAllMocks());

test.each([
  { size: 10, deaths: 2, laterStepMs: 500 },
  { size: 64, deaths: 10 },
])(
  'L19, M15d, H5e: a ring of $size in its fullest moments uses at most half of each budget',
  { timeout: 3_600_000 },
  async (scene) => {
    const peaks = new FramePeaks();
    peaks.watch();
    await honestPeaks(peaks, { ...scene, units: 64, say: (text) => console.info(text) });
    for (const { name, share } of peaks.all()) expect(share, name).toBeLessThanOrEqual(0.5);
  },
);
