// Proposals beside the controls where a step waits for its sums for most of its time: a change, and its cost in loss. Nothing
// takes them by itself. The figures are those of COST.md (“Seconds to a loss”). Pure.
import { t } from '@lingui/core/macro';
import type { RunConfig, Snapshot } from '../../../src/replica/protocol';
import type { Sync } from '../../../src/train/run/sync';
import { formatPercent } from '../../bridge/words/format';

/** The part of a step's time above which its sums are what it waits for, and the one below which they no longer are: near one
 *  bound a proposal would come and go, and move the controls below it. */
const bounds = { begins: 0.5, ends: 0.35 };

/** `did`: it waited for them when this was asked before. */
export function waitsForSums({ split }: Pick<Snapshot, 'split'>, did: boolean): boolean {
  if (!split) return false;
  const { computeMs, overlappedMs, exposedMs, waitingMs, otherMs } = split;
  const bound = did ? bounds.ends : bounds.begins;
  return exposedMs > bound * (computeMs + overlappedMs + exposedMs + waitingMs + otherMs);
}

/** The share of examples that local steps need beyond those of every step, to the same loss: a CNN of 9,000 parameters, and
 *  a GPT of 108,352. */
export const localCosts = { cnn: 0.28, gpt: 0.11 } as const;

/** Undefined: there is nothing to propose. */
export function codecHint({ codec }: Pick<RunConfig['buckets'], 'codec'>): string | undefined {
  return codec.kind === 'f32'
    ? t`Most of a step waits for sums. In 8 bits they have a quarter of the bytes; a small CNN and a small GPT came to the same loss with them.`
    : undefined;
}

/** Undefined: there is nothing to propose. */
export function syncHint(sync: Sync): string | undefined {
  if (sync.kind !== 'every-step') return undefined;
  const [cnn, gpt] = [formatPercent(localCosts.cnn, 0), formatPercent(localCosts.gpt, 0)];
  return t`Most of a step waits for sums. DiLoCo with 16 inner steps and 4 bits makes one sum in 16 steps; to the same loss a small CNN needed ${{ cnn }} more examples with it, and a small GPT ${{ gpt }}.`;
}
