// The sum for those who only watch: places by rank and never by name, played as it is planned on the way that the last sums
// took.
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { RingView } from '../../../src/replica/ring-view';
import { formatCount } from '../../bridge/words/format';
import { ringWords } from '../../bridge/words/watch-words';
import { plannedSum } from '../sum/drawn-sum';
import { SumFigure } from '../sum/sum-figure';
import css from './watch.module.css';

interface Props {
  readonly view: RingView;
  /** The size of the smallest words in the picture. */
  readonly textPx: number;
  /** Other words stand beside it. */
  readonly isBare?: boolean;
  /** The place of the one who looks, where it is a member. */
  readonly selfRank?: number | undefined;
}

export default function WatchedSum({ view, textPx, isBare = false, selfRank }: Props) {
  const { ring, path = 'ring', ringPhase, step, lockstep } = view;
  const key = ring.map(({ rank, state }) => `${rank}${state === 'catching-up' ? '+' : ''}`).join(' ');
  // Members that do not hold the same are not shown as equal.
  const isToCome = step === 0 || lockstep === 'disagreed';
  const sum = useMemo(() => {
    const members = key.split(' ').map((place) => ({
      id: place,
      name: formatCount(Number.parseInt(place)),
      isSelf: Number.parseInt(place) === selfRank,
      adds: !place.endsWith('+'),
    }));
    return plannedSum(path, members, { isToCome });
  }, [path, key, isToCome, selfRank]);
  if (ring.length === 0) return null;
  return (
    <div className={`${css.withWords} ${isBare ? css.bare : ''}`}>
      <div translate="no" className={css.sum}>
        <SumFigure
          {...{ sum, textPx }}
          size="wall"
          hasControls={false}
          hasSentence
          isAutoplay={ringPhase === 'training' && !isToCome}
        />
      </div>
      <p className={css.words}>{isToCome ? '' : captionWords(ring.length)}</p>
      {isBare ? null : <p className={css.words}>{ringWords(view)}</p>}
    </div>
  );
}

function captionWords(members: number): string {
  return members === 1 ? t`One alone: no sum is needed.` : t`The sum as it is planned, slowed down`;
}
