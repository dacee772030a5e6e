// A device without the memory for a base says so, with what would fit, before a byte of it is fetched.
import { expect, test } from 'vitest';
import { fail } from '../../base/result';
import { say } from '../../base/sayings';
import { mlpPreset } from '../../model/presets';
import { PrepareError } from '../../train/context/trainer-options';
import { testConfig } from '../../train/testing/real-ring';
import type { NamedFileWords, NamedSource } from '../files/file-store';
import { giveBase } from './give-base';

test('base-without-memory: nothing is fetched for a base that this process cannot hold', async () => {
  const length = 2 ** 45; // 128 TiB
  const asked: unknown[] = [];
  const named: NamedSource = {
    get: (file) => {
      asked.push(file);
      return Promise.reject(new Error('fetched'));
    },
  };
  const base = [{ name: 'layers.0.weight', shape: [length], offset: 0, length, decays: true }];
  const config = {
    ...testConfig,
    model: mlpPreset([2], 2, [4], 'tanh'),
    base: { root: 'b'.repeat(64), bytes: 100 },
  };
  const given = giveBase(config, { named }, { base, setBase: () => undefined });
  const error: unknown = await given.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PrepareError);
  const { phase } = error as PrepareError;
  if (phase.kind !== 'failed') throw new Error(phase.kind);
  expect(phase.error.code).toBe('model-does-not-fit');
  const { says } = phase.error;
  if (says.code !== 'base-without-memory') throw new Error(says.code);
  expect(says.values.needs).toEqual({ bytes: 2 * length });
  expect(says.values.fits.bytes).toBeGreaterThan(0);
  expect(says.values.fits.bytes).toBeLessThan(2 * length);
  expect(asked).toEqual([]);
});

test('T17 a base that did not come leaves the replica at its start, which says whose base it is', async () => {
  const { base, ...config } = {
    ...testConfig,
    model: { ...mlpPreset([2], 2, [4], 'tanh'), frozenLayers: 1 },
    base: { root: 'b'.repeat(64), bytes: 100 },
  };
  const words: NamedFileWords[] = [];
  const named: NamedSource = {
    get: (_, given) => {
      words.push(given);
      return Promise.resolve(fail('no-file', given.didNotCome(say('nobody-offers-data'))));
    },
  };
  const given = giveBase({ ...config, base }, { named }, { base: [], setBase: () => undefined });
  const error: unknown = await given.catch((reason: unknown) => reason);
  const lacks = { model: config.model, base };
  expect((error as PrepareError).phase).toMatchObject({
    kind: 'starting',
    doing: { code: 'base-did-not-come' },
    lacks,
  });
  expect(words[0].lacks).toEqual(lacks);
});
