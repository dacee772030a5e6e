import { inWords } from '../english/testing/in-words';
import { inEnglish } from '../english/in-english';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunConfig } from '../../replica/protocol';
import { readIdxFiles, readTextFile } from './file-choice';
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
  if (!made.ok) throw new Error(inEnglish(made.error.says));
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

test('settings that do not fit together are refused', () => {
  const given = options('--examples', '20', '--validation', '19');
  expect(ringConfig(given, builtInData(given)!).ok).toBe(true);
  const tooMany = options('--validation', '6000');
  expect(ringConfig(tooMany, builtInData(tooMany)!)).toMatchObject({
    ok: false,
    error: { code: 'bad-config' },
  });
});

test('IDX files become data; a fault in them is a sentence', async () => {
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
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    expect(read.value.data).toMatchObject({
      ...{ kind: 'idx', name: 'images.idx', examples: 3, inputShape: [2, 2], classes: 5 },
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

test('a text becomes windows of the model’s context, in the text’s alphabet', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-text-'));
  const file = path.join(folder, 'rhyme.txt');
  try {
    await writeFile(file, 'Mary had a little lamb.\n'.repeat(100));
    const read = await readTextFile(file);
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    const made = ringConfig(options('--text', file, '--model', 'gpt:context=16'), read.value.data);
    expect(made).toMatchObject({
      ok: true,
      value: {
        data: { kind: 'text', name: 'rhyme.txt', context: 16, vocabulary: 15, examples: 298 },
        validationExamples: 49,
        microBatch: 8,
        model: { inputShape: [16] },
      },
    });
    // A model for images cannot read it.
    expect(ringConfig(options('--text', file, '--model', 'cnn'), read.value.data).ok).toBe(false);
    await writeFile(file, new Uint8Array(400).fill(0xff));
    expect(await readTextFile(file)).toMatchObject({ ok: false, error: { code: 'not-a-dataset' } });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('models and settings of every kind make a valid run', () => {
  expect(config('--model', 'cnn:16,32/128').model.name).toBe('cnn-16-32-128');
  expect(config('--data', 'text').model.name).toBe('gpt-2x64');
  for (const optimizer of ['adamw', 'lamb', 'sgd', 'momentum', 'nesterov', 'lars'])
    expect(
      config('--optimizer', optimizer, '--schedule', 'linear', '--warmup', '5').schedule.warmupSteps,
    ).toBe(5);
  expect(config('--global-batch', '96', '--shards', 'measured')).toMatchObject({
    batchMode: 'fixed',
    globalBatch: 96,
    shards: 'measured',
  });
  expect(config().batchMode).toBe('grow');
  expect(config('--scaling', 'linear').scaling).toMatchObject({ rule: 'linear', referenceBatch: 32 });
  expect(config('--data', 'text', '--clip', '1', '--precision', 'mixed', '--checkpoints')).toMatchObject({
    clipNorm: 1,
    precision: 'mixed',
    checkpoints: true,
  });
});

test('a text that is shorter than one example is refused with a way out', () => {
  const data = {
    kind: 'text',
    ...{ name: 't', sha256: '0'.repeat(64), characters: 220, vocabulary: 30 },
    ...{ context: 0, examples: 0 },
  } as const;
  expect(ringConfig(options('--model', 'gpt:context=512'), data)).toMatchObject({
    error: {
      says: inWords(
        expect.stringMatching(
          /^the text has 220 tokens, and one example of 512 takes 513: give a longer text, or a shorter context/,
        ),
      ),
    },
  });
});
