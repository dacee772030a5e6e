// The figures of a sum, on demand: how much each sends, who waits for whom, and every transfer in a table.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatBytes, formatCount, formatFixed, formatMs } from '../../bridge/words/format';
import { Facts } from '../../ui/facts';
import { Table } from '../../ui/table-view';
import { sentBy } from './sum-figures';
import type { SumPlay } from './sum-play';
import { waitsOf } from './sum-waits';
import css from './sum-figure.module.css';

export function SumNumbers({ play }: { play: SumPlay }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.numbers} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t`Numbers of this sum`}</summary>
      {isOpen ? <Numbers play={play} /> : null}
    </details>
  );
}

function Numbers({ play }: { play: SumPlay }) {
  const { sum } = play;
  const { mostMessages, leastMessages, mostBytes, leastBytes } = sentBy(play);
  const name = (position: number): string => sum.members[position].name;
  return (
    <div className={css.figures}>
      <Facts
        columns={2}
        facts={[
          [t`Messages in a row`, formatCount(play.rounds)],
          [t`Messages that each sends`, between(formatCount(leastMessages), formatCount(mostMessages))],
          [
            t`Bytes that each sends, in models`,
            between(inModels(leastBytes, play), inModels(mostBytes, play)),
          ],
          ...(sum.recorded
            ? ([
                [t`Bytes that each sends`, between(formatBytes(leastBytes), formatBytes(mostBytes))],
                [t`It took`, formatMs(play.movesMs)],
                [t`Clocks agree within`, formatMs(sum.recorded.errorMs)],
              ] as const)
            : []),
        ]}
      />
      {sum.recorded ? (
        <section>
          <h4>{t`Who waits for whom`}</h4>
          <Table
            title={t`Who waits for whom`}
            view={{
              columns: [t`Member`, t`Waits for`, t`Time`],
              rows: waitsOf(play).map(({ member, waitsFor, ms }) => [
                name(member),
                name(waitsFor),
                formatMs(ms),
              ]),
            }}
          />
        </section>
      ) : null}
      <section>
        <h4>{t`Transfers of this sum`}</h4>
        <Table
          title={t`Transfers of this sum`}
          view={{
            columns: [t`From`, t`To`, t`Chunk`, t`What`, t`Parts`, t`Message`],
            rows: play.transfers.map((each) => [
              name(each.from),
              name(each.to),
              formatCount(each.chunk + 1),
              each.kind === 'add' ? t`added` : t`copied`,
              formatCount(each.parts.length),
              formatCount(each.round + 1),
            ]),
          }}
        />
      </section>
    </div>
  );
}

function between(least: string, most: string): string {
  return least === most ? most : t`${least} to ${most}`;
}

function inModels(bytes: number, { sum, bucket }: SumPlay): string {
  return t`${{ times: formatFixed(bytes / sum.buckets[bucket].bytes, 2) }} times`;
}
