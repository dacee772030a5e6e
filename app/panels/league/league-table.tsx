// The attempts of a league as a table, the fastest first. The best ones are marked by words. Sizes are in em, for a wall too.
// Only members know the digests.
import { t } from '@lingui/core/macro';
import type { Attempt } from '../../../src/replica/protocol';
import { leanest } from '../../../src/room/league';
import { formatBytes, formatCount, formatDigest, formatMs } from '../../bridge/words/format';
import { Table } from '../../ui/table-view';
import { settingWords } from './league-words';
import css from './league.module.css';

type Shown = Omit<Attempt, 'digest'> & { readonly digest?: string | undefined };

export function LeagueTable({ attempts }: { attempts: readonly Shown[] }) {
  const hasDigests = attempts.some(({ digest }) => digest !== undefined);
  const sorted = attempts.toSorted((a, b) => a.ms - b.ms);
  const leastBytes = leanest(attempts)?.bytes;
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
          const isLeanest = one.settings.replicas > 1 && one.bytes === leastBytes;
          const bytes = one.settings.replicas > 1 ? formatBytes(one.bytes) : t`one replica sends none`;
          const fastest = t({ message: 'fastest', context: 'an attempt of the league' });
          const fewest = t({ message: 'fewest', context: 'bytes of an attempt' });
          return [
            one.run,
            index === 0 ? <Best value={formatMs(one.ms)} words={fastest} /> : formatMs(one.ms),
            isLeanest ? <Best value={bytes} words={fewest} /> : bytes,
            formatCount(one.step),
            <div className={css.settings}>{settingWords(one, attempts)}</div>,
            ...(hasDigests ? [<code>{formatDigest(one.digest)}</code>] : []),
          ];
        }),
      }}
    />
  );
}

function Best({ value, words }: { value: string; words: string }) {
  return (
    <strong className={css.best}>
      <span>{value}</span> <span className={css.mark}>{words}</span>
    </strong>
  );
}
