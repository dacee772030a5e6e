// The effective batch is the sum of the replicas' parts, and is drawn as that sum, one tile per replica. The number,
// the tiles and the sum belong to one step (batch-parts.ts).
import { t } from '@lingui/core/macro';
import { memo } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { countExamples, exampleWords, modeWords } from '../../bridge/words/batch-sharing';
import { formatCount } from '../../bridge/words/format';
import { batchParts } from '../../bridge/words/batch-parts';
import { batchWords } from '../../bridge/words/batch-words';
import { noiseWords } from '../../bridge/words/noise-words';
import { termTitle } from '../../bridge/words/run-words';
import { useWords } from '../../bridge/session/page-language';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { TaggedSentence } from '../../ui/tagged-sentence';
import ui from '../../ui/shape.module.css';
import css from './batch-panel.module.css';
import { PartsTrouble } from './parts-trouble';

export function BatchPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const batch = batchParts(shown, session.series.last);
  const { parts } = batch;
  const { numeral, unit, sum, summary } = batchWords(shown, batch);
  const isShown = parts.length > 0 && shown.phase.kind !== 'no-quorum';
  const givenBy = (id: string): string =>
    formatCount(shown.peers.find((peer) => peer.id === id)?.examplesContributed);
  return (
    <Panel
      title={t`Effective batch`}
      className={className}
      summary={summary}
      table={() => ({
        columns: [
          t`Replica`,
          t`Rank`,
          t`Part, ${{ example: exampleWords(shown.config) }}`,
          t`${{ termTitle: termTitle(shown.config) }} in all`,
        ],
        rows: parts.map(({ id, name, rank, examples }) => [
          name,
          formatCount(rank),
          formatCount(examples),
          givenBy(id),
        ]),
      })}
    >
      <p className={css.whole}>
        {numeral === '–' ? null : (
          <span className={css.numeral} style={{ ['--characters' as string]: numeral.length }}>
            {numeral}
          </span>
        )}{' '}
        <span className={css.unit}>{unit}</span>
      </p>
      {isShown ? (
        <ul
          className={css.shares}
          style={{ ['--columns' as string]: Math.min(8, parts.length) }}
          aria-label={t`Part of each replica`}
        >
          {parts.map(({ id, name, rank, isSelf, examples }) => (
            <Tile
              key={id}
              isSelf={isSelf}
              whose={parts.length > 4 && rank !== undefined ? rank : name}
              examples={examples}
            />
          ))}
        </ul>
      ) : null}
      {shown.batch && parts.length > 1 ? (
        <p className={`${ui.quiet} ${css.sum}`}>{modeWords(shown)}</p>
      ) : null}
      {sum ? <p className={`${ui.quiet} ${css.sum}`}>{sum}</p> : null}
      {numeral === '–' ? null : (
        <>
          <PartsTrouble shown={shown} />
          <NoiseGauge shown={shown} />
        </>
      )}
    </Panel>
  );
}

interface Props {
  isSelf: boolean;
  whose: string | number;
  examples: number;
}

/** The part of one replica. Drawn again when it changes, which a step does not. */
const Tile = memo(function Tile({ isSelf, whose, examples }: Props) {
  useWords();
  return (
    <li className={`${css.share} ${isSelf ? css.self : ''}`}>
      {formatCount(examples)}
      <small>{isSelf ? t`you` : whose}</small>
    </li>
  );
});

function NoiseGauge({ shown }: { shown: Snapshot }) {
  const { value, meaning, critical } = noiseWords(shown);
  const batch = shown.effectiveBatch / shown.terms;
  return <Gauge {...{ value, meaning, critical, batch }} now={countExamples(batch, shown.config)} />;
}

interface GaugeProps {
  readonly value: string;
  readonly meaning: string;
  /** The critical batch in examples. */
  readonly critical: number | undefined;
  readonly batch: number;
  /** The batch in words. */
  readonly now: string;
}

/** The batch on a scale, with the critical batch marked. */
const Gauge = memo(function Gauge({ value, meaning, critical, batch, now }: GaugeProps) {
  useWords();
  const end = 1.25 * Math.max(critical ?? 0, batch, 1);
  return (
    <div className={css.noise}>
      <p>
        <TaggedSentence
          text={
            critical === undefined
              ? t`Critical batch <0>${value}</0>`
              : t`Critical batch <0>${value}</0>; now ${{ batch: formatCount(batch) }}`
          }
          parts={[(words) => <strong>{words}</strong>]}
        />
      </p>
      {critical === undefined ? null : (
        <div className={css.track} role="img" aria-label={t`The batch is ${now}, the critical one ${value}.`}>
          <span className={css.filled} style={{ width: `${(100 * batch) / end}%` }} />
          <span className={css.critical} style={{ insetInlineStart: `${(100 * critical) / end}%` }} />
        </div>
      )}
      <p className={ui.soft}>{meaning}</p>
    </div>
  );
});
