// The links that an address of settings names count before those that were chosen last.
import { expect, test, vi } from 'vitest';
import { linksQuery, rememberLinks, wantsWebRtc } from './link-wish';

test('the last choice counts where the address says nothing', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  expect(wantsWebRtc('')).toBe(false);
  expect(wantsWebRtc(`preset=digits${linksQuery(true)}`)).toBe(true);
  rememberLinks(true);
  expect(wantsWebRtc('')).toBe(true);
  expect(wantsWebRtc(`preset=digits${linksQuery(true)}`)).toBe(true);
  expect(wantsWebRtc('links=any')).toBe(false);
  rememberLinks(false);
  expect(wantsWebRtc('')).toBe(false);
  vi.unstubAllGlobals();
});
