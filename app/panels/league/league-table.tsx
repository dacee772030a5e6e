// The attempts of a league as a table, the fastest first. The best ones are marked by words. Sizes are in em, for a wall too.
// Only members know the digests.
import { t } from '@lingui/core/macro';
import type { Attempt } from '../../../src/replica/protocol';
import { leanest } from '../../../src/room/league';
import { formatBytes, formatCount, formatDigest, formatMs } from '../../bridge/words/format';
import { settingWords } from './league-words';
import css from './league.module.css';

type Shown = Omit<Attempt, 'digest'> & { readonly digest?: string | undefined };

export function LeagueTable({ attempts }: { attempts: readonly Shown[] }) {
  const hasDigests = attempts.some(({ digest }) => digest !== undefined);
  const sorted = attempts.toSorted((a, b) => a.ms - b.ms);
  const leastBytes = leanest(attempts)?.bytes;
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t`The league, as a table`}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t({ message: 'Run', context: 'an attempt of the league' })}</th>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`Bytes sent`}</th>
            <th scope="col">{t`Steps`}</th>
            <th scope="col">{t`Settings`}</th>
            {hasDigests ? <th scope="col">{t`Digest`}</th> : null}
          </tr>
        </thead>
        <tbody>
          {sorted.map((one, index) => {
            const isLeanest = one.settings.replicas > 1 && one.bytes === leastBytes;
            return (
              <tr key={one.run}>
                <th scope="row">{one.run}</th>
                <td className={index === 0 ? css.best : undefined}>
                  {formatMs(one.ms)}
                  {index === 0 ? (
                    <span className={css.mark}>
                      {' '}
                      {t({ message: 'fastest', context: 'an attempt of the league' })}
                    </span>
                  ) : null}
                </td>
                <td className={isLeanest ? css.best : undefined}>
                  {one.settings.replicas > 1 ? formatBytes(one.bytes) : t`one replica sends none`}
                  {isLeanest ? (
                    <span className={css.mark}>
                      {' '}
                      {t({ message: 'fewest', context: 'bytes of an attempt' })}
                    </span>
                  ) : null}
                </td>
                <td>{formatCount(one.step)}</td>
                <td className={css.settings}>{settingWords(one, attempts)}</td>
                {hasDigests ? <td className={css.digest}>{formatDigest(one.digest)}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
