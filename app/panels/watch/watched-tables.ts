// The charts of a watched ring in numbers: the loss as a sentence, and each chart as a table. Pure.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
import { partWords, splitParts, wallMs } from '../../bridge/series/split-summary';
import { formatCount, formatMs, formatPercent, formatRate, formatValue } from '../../bridge/words/format';
import { lossName, stepsPerPoint } from '../../bridge/words/ring-figures';
import { placeWords } from '../../bridge/words/watch-words';
import type { TableView } from '../../ui/table-view';

/** undefined: no loss is known. */
export function lossWords({ curve, loss }: Pick<RingView, 'curve' | 'loss'>): string | undefined {
  const over = stepsPerPoint({ curve });
  const [first, last] = [curve.at(0), curve.at(-1)];
  if (!first || !last) return undefined;
  return [
    t`Training loss from step ${{ first: formatCount(first[0]) }} to ${{ last: formatCount(last[0]) }}: ${{ value: formatValue(first[1]) }} to ${{ loss: formatValue(loss) }}.`,
    ...(over > 1 ? [t`Each point is the mean of about ${{ steps: formatCount(over) }} steps.`] : []),
  ].join(' ');
}

/** The newest step first. */
export function lossTable({ curve }: Pick<RingView, 'curve'>): TableView {
  return {
    columns: [t`Step`, lossName({ curve })],
    rows: curve.map(([step, loss]) => [formatCount(step), formatValue(loss)]).reverse(),
  };
}

/** The table in the order of the ring. How each replica is, is known only while the room stands. */
export function ringTable({ ring, edges, isEnded }: Pick<RingView, 'ring' | 'edges' | 'isEnded'>): TableView {
  return {
    columns: [t`Rank`, ...(isEnded ? [] : [t`State`]), ...(ring.length > 1 ? [t`To the next`] : [])],
    rows: ring.map(({ rank, state }, place) => [
      formatCount(rank),
      ...(isEnded ? [] : [placeWords(state)]),
      ...(ring.length > 1 ? [formatRate(edges[place] ?? undefined)] : []),
    ]),
  };
}

export function splitTable(split: NonNullable<RingView['split']>): TableView {
  const total = wallMs(split);
  return {
    columns: [t`Part`, t`Time`, t`Share`],
    rows: [
      ...splitParts.map((part) => [
        partWords[part](),
        formatMs(split[part]),
        formatPercent(total > 0 ? split[part] / total : 0, 0),
      ]),
      [t`the whole step`, formatMs(total), formatPercent(1, 0)],
    ],
  };
}
