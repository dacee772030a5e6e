// The figures of a ring in words, for whoever may see it: a new one is an entry here, and shows in the places that it names.
// Pure.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
import { formatR2 } from './amount-words';
import { formatCount, formatPercent, formatShort, formatValue } from './format';
import { headcount } from './participants';

/** A member's dashboard; a device that watches, as a phone; a wall beside its picture of the loss, or of the ring. */
type Place = 'dashboard' | 'observer' | 'loss on a wall' | 'ring on a wall';

interface Figure {
  readonly at: readonly Place[];
  readonly name: (view: RingView) => string;
  readonly value: (view: RingView) => string;
  /** Otherwise always. */
  readonly isThere?: (view: RingView) => boolean;
}

/** The figures, in the order in which they stand. */
const figures: readonly Figure[] = [
  {
    at: ['observer'],
    name: () => t`Replicas`,
    value: headcount,
    isThere: ({ isEnded }) => !isEnded,
  },
  { at: ['observer', 'loss on a wall'], name: lossName, value: ({ loss }) => formatValue(loss) },
  {
    at: ['observer', 'loss on a wall'],
    // The accuracy on examples held out, where the ring evaluates; else of the last step's own. Of amounts R².
    name: (view) =>
      areAmounts(view)
        ? view.validation
          ? t`Held-out R²`
          : 'R²'
        : view.validation
          ? t`Held-out accuracy`
          : t`Accuracy`,
    value: (view) => {
      const { accuracy, r2 } = view.validation ?? view;
      return areAmounts(view) ? formatR2(r2) : formatPercent(accuracy);
    },
  },
  { at: ['dashboard'], name: () => t`Step`, value: ({ step }) => formatCount(step) },
  {
    at: ['observer', 'loss on a wall'],
    name: () => t`Steps`,
    value: ({ step }) => formatCount(step),
    isThere: isMade,
  },
  {
    at: ['observer', 'loss on a wall'],
    name: () => t`Examples`,
    value: ({ examplesTotal, terms }) => formatShort(examplesTotal / terms),
    isThere: isMade,
  },
  {
    at: ['observer', 'loss on a wall'],
    name: () => t`Replicas that took part`,
    value: ({ contributors }) => formatCount(contributors),
    isThere: (view) => isMade(view) && view.contributors !== undefined,
  },
  {
    at: ['observer', 'ring on a wall'],
    name: () => t`Examples a step`,
    value: ({ effectiveBatch, terms }) => formatCount(effectiveBatch / terms),
  },
  {
    at: ['ring on a wall'],
    name: () => t`Examples per second`,
    value: speed,
  },
  {
    at: ['observer'],
    name: () => t`Examples per second`,
    value: speed,
    isThere: ({ isEnded }) => !isEnded,
  },
  {
    at: ['ring on a wall'],
    name: () => t`Parameters`,
    value: ({ parameterCount }) => formatCount(parameterCount),
  },
];

export function ringFigures(view: RingView, at: Place): readonly (readonly [name: string, value: string])[] {
  return figures
    .filter((figure) => figure.at.includes(at) && figure.isThere?.(view) !== false)
    .map(({ name, value }) => [name(view), value(view)]);
}

function areAmounts({ r2, validation }: RingView): boolean {
  return (validation ?? { r2 }).r2 !== undefined;
}

/** The run has finished, or the room has ended with it. */
export function isMade({ ringPhase, isEnded }: Pick<RingView, 'ringPhase' | 'isEnded'>): boolean {
  return ringPhase === 'finished' || isEnded === true;
}

/** Examples per second now. */
function speed({ ringPhase, examplesPerSecond = NaN, terms }: RingView): string {
  const isTraining = ringPhase === 'training' || ringPhase === 'waiting';
  return formatShort(isTraining ? examplesPerSecond / terms : undefined);
}

/** How many steps each point of the curve is the mean of, about: 1 while every step has its own. */
export function stepsPerPoint({ curve }: Pick<RingView, 'curve'>): number {
  return curve.length < 2 ? 1 : Math.round((curve.at(-1)![0] - curve[0][0]) / (curve.length - 1));
}

/** The loss of a view is that of the newest point. */
export function lossName(view: Pick<RingView, 'curve'>): string {
  return stepsPerPoint(view) > 1 ? t`Mean loss` : t`Loss`;
}
