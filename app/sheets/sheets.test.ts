// What the sheets claim in numbers and names is what the code does.
import { describe, expect, test } from 'vitest';
import { dataHosts } from '../../src/base/data-hosts';
import { presets } from '../../src/replica/presets';
import { compile } from '../../src/model/plan/plan';
import { toForget } from '../../src/replica/files/saved-run-files';
import { relayRule, relayTotalRule } from '../../src/server/limits';
import { defaultLimits } from '../../src/server/rooms-state';
import { networkSheet } from './network';
import { privacySheet } from './privacy';
import type { Sheet } from './sheet';

const wordsOf = ({ lead, sections }: Sheet): string =>
  [lead, ...sections.flatMap(({ title, items }) => [title, ...items.flat()])].join('\n');

describe('the sheets', () => {
  test('every item is said once, and no section is empty', () => {
    for (const sheet of [privacySheet(), networkSheet()]) {
      for (const { items } of sheet.sections) expect(items.length).toBeGreaterThan(0);
      const said = sheet.sections.flatMap(({ items }) => items.map((item) => JSON.stringify(item)));
      expect(new Set(said).size).toBe(said.length);
    }
  });

  test('both name every foreign host that a page may fetch from', () => {
    const hosts = dataHosts.map((host) => host.replace(/^https:\/\/(\*\.)?/, ''));
    for (const sheet of [privacySheet(), networkSheet()])
      for (const host of hosts) expect(wordsOf(sheet)).toContain(host);
  });

  test('the server passes on, and keeps, what they say', () => {
    const mib = 2 ** 20;
    expect(wordsOf(networkSheet())).toContain(
      `${relayRule.perSecond / mib}\u00a0MiB a second for one device`,
    );
    expect(wordsOf(networkSheet())).toContain(`${relayTotalRule.perSecond / mib}\u00a0MiB a second for all`);
    expect(wordsOf(privacySheet())).toContain(`after ${defaultLimits.emptyRoomMs / 60_000} minutes`);
  });

  test('a device keeps at most eight runs', () => {
    const files = Array.from({ length: 20 }, (_, run) => ({
      name: `lockstep-abc-run-${run}-step-1.safetensors`,
      bytes: 1,
      savedAtMs: run,
    }));
    expect(files.length - toForget(files).length).toBe(8);
    expect(wordsOf(privacySheet())).toContain('At most eight');
  });

  test('a step sends at most twice the model, and no preset’s is larger than they say', () => {
    for (const { id, config } of presets) {
      const bytes = 2 * 4 * compile(config.model, config.microBatch).parameterCount;
      expect(bytes, id).toBeLessThan(config.data.kind === 'points' ? 1e5 : 1e6);
    }
  });
});
