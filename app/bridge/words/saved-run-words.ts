// A saved run in words.
import { t } from '@lingui/core/macro';
import { language } from '../../words/language';
import type { RunConfig } from '../../../src/replica/protocol';
import { demoSteps } from './demo-steps';
import { formatBytes, formatCount, formatValue } from './format';
import { dataWords, modelWords } from './run-words';

export interface SavedRunView {
  readonly facts: {
    readonly config: RunConfig;
    readonly step: number;
    readonly loss: number | undefined;
    readonly savedAtMs: number;
  };
  readonly file: { readonly size: number };
}

/** 'Two moons, MLP 2 – 32 – 32 – 2'. */
export function savedRunTitle({ config }: SavedRunView['facts']): string {
  return `${dataWords(config.data)}, ${modelWords(config.model)}`;
}

/** 'Step 1,200 of 2,000, loss 0.123, 22 Nov 2026, 21:04, 1.2 MB'. */
export function savedRunLine({ facts, file }: SavedRunView): string {
  const { step, loss, config, savedAtMs } = facts;
  return [
    // A demo's limit is no aim.
    config.steps >= demoSteps
      ? t`Step ${{ step: formatCount(step) }}`
      : t`Step ${{ step: formatCount(step) }} of ${{ steps: formatCount(config.steps) }}`,
    ...(loss === undefined ? [] : [t`loss ${{ loss: formatValue(loss) }}`]),
    formatDate(savedAtMs),
    formatBytes(file.size),
  ].join(', ');
}

/** '22 Nov 2026, 21:04'. */
function formatDate(epochMs: number): string {
  return new Date(epochMs).toLocaleString(language() === 'en' ? 'en-GB' : language(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** Where a resumed run ends: as it was set, or as many steps again where all are done. */
export function proposedSteps({ config, step }: SavedRunView['facts']): number {
  return step < config.steps ? config.steps : step + config.steps;
}

/** Why the run cannot end there; undefined: it can. */
export function stepsProblem(
  steps: number,
  { step }: Pick<SavedRunView['facts'], 'step'>,
): string | undefined {
  const isFine = Number.isInteger(steps) && steps > step && steps <= 1_000_000;
  return isFine ? undefined : t`A whole number above ${{ step: formatCount(step) }}, at most 1,000,000.`;
}
