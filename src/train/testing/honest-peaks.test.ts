// L19, M15d, H5e: what an honest ring sends in its fullest moments takes at most half of each budget. The long one is of 64
// members: `npx vitest run --project long honest-peaks`.
import { afterEach, expect, test, vi } from 'vitest';
import { FramePeaks } from './frame-peaks';
import { honestPeaks } from './honest-peaks';

afterEach(() => vi.restoreAllMocks());

test('L19, M15d, H5e: a ring of 10 in its fullest moments uses at most half of each budget', async () => {
  const peaks = new FramePeaks();
  peaks.watch();
  const say = (text: string): void => console.info(text);
  await honestPeaks(peaks, { size: 10, deaths: 2, units: 64, laterStepMs: 500, say });
  for (const { name, share } of peaks.all()) expect(share, name).toBeLessThanOrEqual(0.5);
});
