// Large texts in the private file system of a real browser: two Workers that train on them side by side, what they leave, and
// the same training as on tokens in memory.
import { afterEach, expect, test } from 'vitest';
import { FileStore } from './file-store';
import { digestsOn, largeContext, linesOf, lowLimits } from './testing/large-run';
import type { TokenQuestion, TrainAnswer } from './testing/token-worker';
import { openTokenFile } from './token-folder';

const workers = new Set<Worker>();
afterEach(() => {
  for (const worker of workers) worker.terminate();
  workers.clear();
});

function startWorker(): Worker {
  const worker = new Worker(new URL('./testing/token-worker.ts', import.meta.url), { type: 'module' });
  workers.add(worker);
  return worker;
}

function ask<Answer>(worker: Worker, question: TokenQuestion): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ value: Answer } | { error: string }>) =>
      'error' in data ? reject(new Error(data.error)) : resolve(data.value);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(question);
  });
}

async function namesInFolder(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('lockstep-tokens', { create: true });
  const names: string[] = [];
  for await (const [name] of folder.entries()) names.push(name);
  return names.sort();
}

/** The same text with its tokens in memory. */
async function datasetInMemory(text: string) {
  const store = new FileStore({ mostListed: lowLimits.mostListed });
  const added = await store.addText(new Blob([text]));
  return (added.ok && (await store.text(added.value, largeContext, 'lines'))) || expect.fail('not read');
}

test('two Workers train on large texts from files of their own, as on memory; what an ended one left is removed', async () => {
  const texts = [linesOf(400), linesOf(500)];
  const [one, other] = [startWorker(), startWorker()];
  for (const [at, worker] of [one, other].entries()) {
    const { hash, isLarge, digests } = await ask<TrainAnswer>(worker, { kind: 'train', text: texts[at] });
    const dataset = await datasetInMemory(texts[at]);
    expect([isLarge, hash]).toEqual([true, dataset.hash]);
    expect([digests]).toEqual(await digestsOn([dataset], texts[at]));
  }
  const both = await namesInFolder();
  expect(both).toHaveLength(2);

  // The first one's file is in use: the second Worker, which began later, did not take it away.
  const first = await datasetInMemory(texts[0]);
  const expected = new Float32Array(largeContext);
  first.read(77, expected, 0, new Uint32Array(largeContext), 0);
  expect(await ask(one, { kind: 'read', window: 77 })).toEqual(expected);

  one.terminate();
  const third = startWorker();
  await expect.poll(() => ask(third, { kind: 'room', bytes: 1000 }).then(namesInFolder)).toHaveLength(1);
  const [left] = await namesInFolder();
  expect(both).toContain(left);
  expect(await ask<Float32Array>(other, { kind: 'read', window: 3 })).toHaveLength(largeContext);
});

test('where there is too little room, or on a page itself, there is no file', async () => {
  const worker = startWorker();
  expect(await ask(worker, { kind: 'room', bytes: 2 ** 50 })).toBe(false);
  expect(await ask(worker, { kind: 'room', bytes: 1000 })).toBe(true);
  expect(await openTokenFile(1000)).toBeUndefined();
});
