// A mark in words: 'overlap off, step 1,015: 9 → 14 ms'.
import { t } from '@lingui/core/macro';
import type { ChangeKind } from './change-words';
import { formatCount, formatMs, formatValue } from './format';

export type Effect =
  | { readonly kind: 'measuring' }
  | { readonly kind: 'unknown' }
  /** The loss differs by no more than steps do; of noise: it is no higher. */
  | { readonly kind: 'within-noise' }
  | {
      readonly kind: 'measured';
      readonly of: 'ms' | 'loss';
      readonly before: number;
      readonly after: number;
    };

/** A change of the run and what it did. */
export interface Mark {
  readonly change: ChangeKind;
  /** The words in the current language. */
  readonly words: () => string;
  /** Where the words are long. */
  readonly short?: (() => string) | undefined;
  /** The first step that was made with the change. */
  readonly step: number;
  readonly effect: Effect;
}

/** Labels of settings come before those of joins and leaves. */
export function chartMark(mark: Mark, x: number) {
  const { change, words, short = words } = mark;
  return { x, label: markWords(mark), short: short(), isMinor: change === 'members' };
}

export function markWords(mark: Mark): string {
  const step = formatCount(mark.step);
  return t`${{ words: mark.words() }}, step ${step}: ${{ effect: effectWords(mark) }}`;
}

/** '9 → 14 ms', 'loss 0.31 → 0.28', 'measuring …'. */
function effectWords({ change, effect }: Pick<Mark, 'change' | 'effect'>): string {
  switch (effect.kind) {
    case 'measuring':
      return t`measuring …`;
    case 'unknown':
      return t`too few steps to tell`;
    case 'within-noise':
      return change === 'noise'
        ? t`the loss is no higher`
        : t`the loss differs no more than from step to step`;
    case 'measured':
      return effect.of === 'ms'
        ? `${shortened(formatMs(effect.before), formatMs(effect.after))} → ${formatMs(effect.after)}`
        : t`loss ${{ before: formatValue(effect.before) }} → ${{ after: formatValue(effect.after) }}`;
    default:
      return effect satisfies never;
  }
}

/** Without its unit where the second has the same. */
function shortened(first: string, second: string): string {
  const [value, unit] = first.split('\u00a0');
  return second.endsWith(`\u00a0${unit}`) ? value : first;
}
