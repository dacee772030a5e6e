// What a replica does with a text beside the gradient: its tokens, its split, and the windows of many steps, anywhere in the
// text.
import { inEnglish } from '../../../src/cli/english/in-english';
import { yieldToLoop } from '../../../src/base/yield-to-loop';
import { microBatches } from '../../../src/data/micro-batches';
import { createSampler } from '../../../src/data/sampler';
import { splitDataset, splitLargeText } from '../../../src/data/split';
import { largeTextCapBytes, openText, textCapBytes } from '../../../src/data/text-file';
import { textDataset } from '../../../src/data/text-windows';
import { openTemporaryTokens } from '../../../src/cli/ring/temporary-tokens';
import type { WindowsDrawn } from './memory-report';

const context = 64;
const held = 128;
const steps = 500;
const batch = 32;

export async function drawWindows(text: Blob): Promise<WindowsDrawn> {
  const file = text.size > textCapBytes ? await openTemporaryTokens(text.size) : undefined;
  const opened = await openText(text, file && largeTextCapBytes, undefined, file);
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const dataset = textDataset(opened.value, context, 'large');
  const { train } = dataset.text?.large
    ? await splitLargeText(dataset, held, yieldToLoop)
    : splitDataset(dataset, held, 1);
  const sampler = createSampler(1, train);
  let [first, last] = [dataset.length, 0];
  const began = performance.now();
  for (let step = 0; step < steps; step++) {
    const examples = sampler.examples([[step * batch, batch]]);
    microBatches(dataset, examples, 8);
    for (const index of examples) [first, last] = [Math.min(first, index), Math.max(last, index)];
    await yieldToLoop();
  }
  const microseconds = (1000 * (performance.now() - began)) / (steps * batch);
  await opened.value.close();
  return { drawn: steps * batch, of: dataset.length, first, last, microseconds };
}
