// The attempts of a league as a table, the fastest first: a bar below each time and each number of bytes compares them. The best
// ones are marked by words. Sizes are in em, for a wall too. Only members know the digests.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Attempt } from '../../../src/replica/protocol';
import { leanest } from '../../../src/room/league';
import { formatBytes, formatCount, formatDigest, formatMs } from '../../bridge/words/format';
import { fillClass, type Fill } from '../../ui/legend';
import { Table } from '../../ui/table-view';
import { settingWords } from './league-words';
import css from './league.module.css';

type Shown = Omit<Attempt, 'digest'> & { readonly digest?: string | undefined };

export function LeagueTable({ attempts }: { attempts: readonly Shown[] }) {
  const hasDigests = attempts.some(({ digest }) => digest !== undefined);
  const sorted = attempts.toSorted((a, b) => a.ms - b.ms);
  const leastBytes = leanest(attempts)?.bytes;
  const mostMs = Math.max(...attempts.map(({ ms }) => ms));
  const mostBytes = Math.max(...attempts.map(({ bytes }) => bytes));
  return (
    <Table
      title={t`The league`}
      isText
      className={css.scroll}
      view={{
        columns: [
          t({ message: 'Run', context: 'an attempt of the league' }),
          t`Time`,
          t`Bytes sent`,
          t`Steps`,
          t`Settings`,
          ...(hasDigests ? [t`Digest`] : []),
        ],
        rows: sorted.map((one, index) => {
          const sends = one.settings.replicas > 1;
          const isLeanest = sends && one.bytes === leastBytes;
          const fastest = t({ message: 'fastest', context: 'an attempt of the league' });
          const fewest = t({ message: 'fewest', context: 'bytes of an attempt' });
          return [
            one.run,
            <Compared share={one.ms / mostMs} fill="blue">
              {index === 0 ? <Best value={formatMs(one.ms)} words={fastest} /> : formatMs(one.ms)}
            </Compared>,
            sends ? (
              <Compared share={one.bytes / mostBytes} fill="vermillion">
                {isLeanest ? <Best value={formatBytes(one.bytes)} words={fewest} /> : formatBytes(one.bytes)}
              </Compared>
            ) : (
              t`one replica sends none`
            ),
            formatCount(one.step),
            <div className={css.settings}>{settingWords(one, attempts)}</div>,
            ...(hasDigests ? [<code>{formatDigest(one.digest)}</code>] : []),
          ];
        }),
      }}
    />
  );
}

/** A value above its bar. A reader of the page's text gets the value. */
function Compared({ share, fill, children }: { share: number; fill: Fill; children: ReactNode }) {
  return (
    <>
      {children}
      <span className={css.track} aria-hidden="true">
        <span className={fillClass(fill)} style={{ width: `${100 * share}%` }} />
      </span>
    </>
  );
}

function Best({ value, words }: { value: string; words: string }) {
  return (
    <strong className={css.best}>
      <span>{value}</span> <span className={css.mark}>{words}</span>
    </strong>
  );
}
