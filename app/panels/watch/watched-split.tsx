// Where the time of a watched ring's steps goes: the mean over its members, as one bar and in numbers.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
import { partWords, splitParts, wallMs } from '../../bridge/series/split-summary';
import { formatMs, formatPercent } from '../../bridge/words/format';
import { hiddenShare } from '../../bridge/words/watch-words';
import { Swatch } from '../../ui/legend';
import { columnsOf, partFills, SplitBar } from '../ring/split-bar';
import css from './watch.module.css';

export function WatchedSplit({ split }: Pick<RingView, 'split'>) {
  if (!split)
    return (
      <p className={css.empty}>{t`Each replica measures its steps; the bar appears with the first one.`}</p>
    );
  const total = wallMs(split);
  const hidden = hiddenShare(split);
  return (
    <div className={css.split}>
      <SplitBar
        columns={columnsOf(split, Math.max(total, 1e-9))}
        words={splitParts.map((part) => `${partWords[part]()} ${formatMs(split[part])}`).join(', ')}
      />
      <ul className={css.parts}>
        {splitParts.map((part) => (
          <li key={part}>
            <Swatch fill={partFills[part]} />
            <span>{partWords[part]()}</span>
            <strong>{formatMs(split[part])}</strong>
            <span>{formatPercent(total > 0 ? split[part] / total : 0, 0)}</span>
          </li>
        ))}
      </ul>
      <p className={css.words}>
        {t`One step: ${{ total: formatMs(total) }}.`}{' '}
        {hidden === undefined
          ? t`No communication.`
          : t`Hidden under computing: ${{ hidden: formatPercent(hidden, 0) }} of the communication.`}
      </p>
    </div>
  );
}
