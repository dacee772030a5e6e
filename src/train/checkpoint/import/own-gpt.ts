// A language model of Lockstep in a checkpoint, as if another program had written it: its weights can begin another run, or
// stand under adapters.
import { gptPreset } from '../../../model/presets';
import { vocabularySize } from '../../../data/vocabulary';
import { gpt2Of } from '../gpt2';
import type { OpenedCheckpoint } from '../read-checkpoint';
import { tensorLayouts } from '../tensor-layout';
import type { ForeignGpt } from './foreign-gpt';

/** Undefined: it is no GPT that was trained whole, or its tokens are not in the file. */
export function ownGpt({ opened, facts }: OpenedCheckpoint): ForeignGpt | undefined {
  const { vocabulary, state } = facts;
  const { model } = state.config;
  const gpt = model.adapters ? undefined : gpt2Of(model);
  if (!gpt || !vocabulary || vocabularySize(vocabulary) !== gpt.vocabulary) return undefined;
  const { context, channels, heads, blocks: layers, isTied: tied, residualDropout: dropout } = gpt;
  const shape = { context, channels, heads, layers, dropout, tied };
  const layouts = tensorLayouts(gptPreset({ ...shape, vocabulary: gpt.vocabulary }));
  const tensors = layouts.map((layout) => ({ layout, placed: opened.tensors.get(layout.name) }));
  const isSame = tensors.every(({ layout, placed }) => placed?.shape.join() === layout.shape.join());
  if (!isSame || gpt.embeddingDropout !== dropout) return undefined;
  return {
    shape,
    vocabulary,
    rows: Array.from({ length: gpt.vocabulary }, (_, token) => token),
    opened,
    tensors: tensors.map((tensor) => ({ ...tensor, isByToken: false })),
    notes: [],
  };
}
