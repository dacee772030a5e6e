// A mark in words: 'overlap off, step 1,015: 9 → 14 ms'.
import type { ChangeKind } from './change-words';
import { formatCount, formatMs, formatValue } from './format';
import { phasesText } from '../../text/phases';

export type Effect =
  | { readonly kind: 'measuring' }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'measured';
      readonly of: 'ms' | 'loss';
      readonly before: number;
      readonly after: number;
    };

/** A change of the run and what it did. */
export interface Mark {
  readonly change: ChangeKind;
  /** In the language of now. */
  readonly words: () => string;
  /** The first step that was made with the change, as far as the records say; else the first after it was decided. */
  readonly step: number;
  readonly effect: Effect;
}

export function markWords(mark: Mark): string {
  return phasesText.step2(mark.words(), formatCount(mark.step), effectWords(mark));
}

/** '9 → 14 ms', 'loss 0.31 → 0.28', 'measuring …'. */
export function effectWords({ effect }: Pick<Mark, 'effect'>): string {
  switch (effect.kind) {
    case 'measuring':
      return phasesText.measuring;
    case 'unknown':
      return phasesText.tooFewSteps;
    case 'measured':
      return effect.of === 'ms'
        ? `${shortened(formatMs(effect.before), formatMs(effect.after))} → ${formatMs(effect.after)}`
        : phasesText.loss(formatValue(effect.before), formatValue(effect.after));
    default:
      return effect satisfies never;
  }
}

/** Without its unit where the second has the same. */
function shortened(first: string, second: string): string {
  const [value, unit] = first.split('\u00a0');
  return second.endsWith(`\u00a0${unit}`) ? value : first;
}
