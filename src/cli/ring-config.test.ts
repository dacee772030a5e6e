import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunConfig } from '../replica/protocol';
import { readIdxFiles } from './idx-choice';
import { builtInData, ringConfig } from './ring-config';
import { parseRingOptions, type RingOptions } from './ring-options';

function options(...args: readonly string[]): RingOptions {
  const parsed = parseRingOptions(args);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('bad options');
  return parsed.value.options;
}

function config(...args: readonly string[]): RunConfig {
  const given = options(...args);
  const made = ringConfig(given, builtInData(given)!);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

test('the defaults make a valid run for each kind of data', () => {
  const digits = config();
  expect(digits.model.inputShape).toEqual([28, 28]);
  expect(digits.model.layers.map((layer) => layer.kind === 'dense' && layer.units)).toEqual([128, 64, 10]);
  expect(digits).toMatchObject({
    validationExamples: 1000,
    localBatch: 32,
    microBatch: 32,
    learningRate: 0.005,
  });
  for (const set of ['moons', 'spirals', 'circles', 'xor']) {
    const points = config('--data', set);
    expect(points.model.inputShape).toEqual([2]);
    expect(points.model.layers.map((layer) => layer.kind === 'dense' && layer.units)).toEqual([32, 32, 2]);
  }
});

test('the micro-batch is the largest divisor of the batch within the limit', () => {
  expect(config('--batch', '1').microBatch).toBe(1);
  expect(config('--batch', '67').microBatch).toBe(1);
  expect(config('--batch', '96').microBatch).toBe(48);
  expect(config('--batch', '96', '--micro-batch', '8').microBatch).toBe(8);
});

test('softmax regression has one layer', () => {
  expect(config('--model', 'linear').model).toMatchObject({ name: 'linear', layers: [{ units: 10 }] });
});

test('what only the whole can show is refused', () => {
  const given = options('--examples', '20', '--validation', '19');
  expect(ringConfig(given, builtInData(given)!).ok).toBe(true);
  const tooMany = options('--validation', '6000');
  expect(ringConfig(tooMany, builtInData(tooMany)!)).toMatchObject({
    ok: false,
    error: { code: 'bad-config' },
  });
});

test('IDX files become data; what is wrong with them is a sentence', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-idx-'));
  const [images, labels] = [path.join(folder, 'images.idx'), path.join(folder, 'labels.idx')];
  try {
    // 3 images of 2 × 2, labels 0, 4, 1
    await writeFile(
      images,
      new Uint8Array([0, 0, 8, 3, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, ...Array(12).keys()]),
    );
    await writeFile(labels, new Uint8Array([0, 0, 8, 1, 0, 0, 0, 3, 0, 4, 1]));
    const read = await readIdxFiles(images, labels);
    if (!read.ok) throw new Error(read.error.message);
    const { choice } = read.value.data;
    expect(choice).toMatchObject({
      kind: 'idx',
      name: 'images.idx',
      examples: 3,
      inputShape: [2, 2],
      classes: 5,
    });
    const made = ringConfig(
      options('--images', images, '--labels', labels, '--validation', '1'),
      read.value.data,
    );
    expect(made).toMatchObject({ ok: true, value: { model: { inputShape: [2, 2] } } });

    expect(await readIdxFiles(labels, images)).toMatchObject({ ok: false, error: { code: 'not-a-dataset' } });
    expect(await readIdxFiles(path.join(folder, 'none'), labels)).toMatchObject({
      ok: false,
      error: { code: 'unreadable' },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
