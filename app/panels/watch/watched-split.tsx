// Where the time of a watched ring's steps goes: the mean over its members, as one bar and in numbers.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
import { partWords, splitParts } from '../../bridge/series/split-summary';
import { formatMs, formatPercent } from '../../bridge/words/format';
import { hiddenShare } from '../../bridge/words/watch-words';
import css from './watch.module.css';

export function WatchedSplit({ picture: { split } }: { picture: RingView }) {
  if (!split)
    return (
      <div className={css.picture}>
        <p className={css.empty}>{t`Each replica measures its steps; the bar appears with the first one.`}</p>
      </div>
    );
  const total = splitParts.reduce((sum, part) => sum + split[part], 0);
  const share = (part: (typeof splitParts)[number]): number => (total > 0 ? split[part] / total : 0);
  const hidden = hiddenShare(split);
  return (
    <div className={css.split}>
      <div
        className={css.bar}
        role="img"
        aria-label={splitParts.map((part) => `${partWords[part]()} ${formatMs(split[part])}`).join(', ')}
      >
        {splitParts.map((part) => (
          <span key={part} className={css[part]} style={{ width: `${100 * share(part)}%` }} />
        ))}
      </div>
      <ul className={css.parts}>
        {splitParts.map((part) => (
          <li key={part}>
            <span className={`${css.swatch} ${css[part]}`} aria-hidden="true" />
            <span>{partWords[part]()}</span>
            <strong>{formatMs(split[part])}</strong>
            <span>{formatPercent(share(part), 0)}</span>
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
