// Files that were written in several pieces, against openIdx, splitDataset and plain loops.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { openIdx } from '../idx-dataset';
import { splitDataset } from '../split';
import { ExampleFiles } from './example-files';
import { heldOutOf } from './preview';

test.each([
  ['several pieces', 9_000, 70],
  ['an example longer than a piece', 3, 300_000],
  ['one small piece', 5, 2],
])('%s: the files hold every example, and the preview is theirs', async (_, examples, width) => {
  const random = prng(`example files ${width}`);
  const kinds = Math.ceil(examples / 3); // so that examples repeat
  const given = Array.from({ length: examples }, () => ({
    kind: random.below(kinds),
    label: random.below(4),
  }));
  const inputsOf = (kind: number, at: number): number => Math.fround(kind / 7 - (at % 5));
  const files = new ExampleFiles(examples, width);
  const inputs = new Float32Array(width);
  for (const { kind, label } of given) {
    for (let at = 0; at < width; at++) inputs[at] = inputsOf(kind, at);
    files.add(inputs, label);
  }
  const { inputFile, labelFile, sha256, classes, preview } = await files.finish(7);

  const opened = await openIdx(inputFile, labelFile, 'written');
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const { dataset } = opened.value;
  expect([sha256, classes]).toEqual([opened.value.sha256, dataset.classes]);
  expect([dataset.length, dataset.inputShape]).toEqual([examples, [width]]);
  const into = new Uint8Array(1);
  const wrong = given.filter(({ kind, label }, index) => {
    dataset.read(index, inputs, 0, into, 0);
    return into[0] !== label || inputs.some((input, at) => input !== inputsOf(kind, at));
  });
  expect(wrong).toEqual([]);

  const { train, validation } = splitDataset(dataset, heldOutOf(examples), 7);
  const leftOut = examples - train.length - validation.length;
  expect(preview.split).toEqual({ seed: 7, train: train.length, validation: validation.length, leftOut });
  const first = new Map<number, number>();
  for (const { kind, label } of given) if (!first.has(kind)) first.set(kind, label);
  const contradicting = given.filter(({ kind, label }) => first.get(kind) !== label).length;
  expect([preview.repeated, preview.contradicting]).toEqual([examples - first.size, contradicting]);
  expect(preview.counts).toEqual(
    Array.from({ length: classes }, (_, one) => given.filter(({ label }) => label === one).length),
  );
  expect(preview.samples).toHaveLength(Math.min(24, examples));
  for (const sample of preview.samples) {
    const isOne = given.some(({ kind, label }) => label === sample.label && inputsOf(kind, 0) === sample.inputs[0] && inputsOf(kind, 1) === sample.inputs[1]); // prettier-ignore
    expect(isOne).toBe(true);
  }
});
