// A saved run of a small GPT on a text, in the bytes that a page would save, without a ring that trains it.
import '../scripts/shader-loader.mjs';
import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import { concatBytes } from '../src/base/bytes';
import { prng } from '../src/base/prng';
import { readTextFile } from '../src/cli/ring/file-choice';
import { parseRingOptions } from '../src/cli/ring/ring-options';
import { createTrainState } from '../src/optim/state/train-state';
import type { FilePayload } from './own-files';

const model = 'gpt:layers=1,channels=16,heads=2,context=16';

/** The run's file, and the step that it goes on from. */
export async function textRun(
  info: TestInfo,
  text: FilePayload,
): Promise<{ readonly path: string; readonly step: number }> {
  // These import shaders, which nothing loads before the loader is there.
  const { ringConfig } = await import('../src/cli/ring/ring-config');
  const { compile } = await import('../src/model/plan/plan');
  const { checkpointPieces } = await import('../src/train/checkpoint/write-checkpoint');
  const { newRun } = await import('../src/train/run/run-state');
  const { versionedState } = await import('../src/train/state/versioned-state');

  const textPath = info.outputPath(text.name);
  await writeFile(textPath, text.buffer);
  const options = parseRingOptions(['--text', textPath, '--model', model]);
  const read = await readTextFile(textPath);
  if (!options.ok || options.value.kind !== 'run' || !read.ok) throw new Error('the text cannot be read');
  const made = ringConfig(options.value.options, read.value.data);
  if (!made.ok) throw new Error('no run can be made of the text');
  const config = made.value;

  const step = 3;
  const tensors = createTrainState(config.optimizer, compile(config.model, 1).parameterCount);
  const random = prng('saved run');
  for (let i = 0; i < tensors.parameters.length; i++) tensors.parameters[i] = 0.02 * random.normal();
  const held = versionedState({ ...newRun(config), initialized: true, status: 'paused', step }, tensors);
  const pieces = checkpointPieces(held, {
    lineage: 'ab12cd34',
    savedAtMs: Date.UTC(2026, 10, 22, 22, 40),
    loss: 3.1,
    engine: undefined,
    vocabulary: undefined,
  });
  const path = info.outputPath('run.safetensors');
  await writeFile(path, concatBytes(...pieces));
  return { path, step };
}
