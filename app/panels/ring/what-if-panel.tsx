// Shows predicted step times for other settings: a sentence and an ideal timeline for each case.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { codecKinds, codecNamed, type CodecKind, type CodecSetting } from '../../../src/codecs/setting';
import { whatIf, type NotYet, type WhatIf, type WhatIfCase } from '../../../src/train/metrics/what-if';
import { formatMs } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { peerName } from '../../bridge/words/peer-names';
import { codecText } from '../../bridge/words/sum-words';
import { assumptionWords, notYetWords, whatIfLines } from '../../bridge/words/what-if-words';
import type { Session } from '../../bridge/session/session';
import { useSession, useShown } from '../../bridge/session/session-context';
import { SelectField } from '../../ui/field';
import { fillClass, Legend } from '../../ui/legend';
import { Panel } from '../../ui/panel';
import ui from '../../ui/shape.module.css';
import css from './what-if-panel.module.css';
import { sumPathAmong } from '../../../src/collectives/neighbours';
import { isTreePath, shownPath, type SumPath } from '../../../src/collectives/topology';
import type { Snapshot } from '../../../src/replica/protocol';

export function WhatIfPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  const [wanted, setWanted] = useState<CodecKind>();
  const isDemo = session.place.kind === 'alone';
  const inUse = shown.buckets?.codec.kind ?? 'f32';
  const others = codecChoices().filter(([kind]) => kind !== inUse);
  const other = others.find(([kind]) => kind === wanted)?.[0] ?? (inUse === 'f32' ? 'int8' : 'f32');
  const [predicted, setPredicted] = useState(() => predictionOf(session, other));
  // Each case runs the last steps again: at the slow ticker's pace, not with every snapshot.
  useEffect(() => {
    const look = (): void => setPredicted(predictionOf(session, other));
    look();
    return session.slowTicker.subscribe(look);
  }, [session, other]);
  const lines =
    typeof predicted === 'string'
      ? []
      : whatIfLines(predicted, shown.buckets?.overlap ?? false, other, (id) => peerName(shown, id));
  const longestMs = Math.max(1e-9, ...lines.map((line) => line.case.stepMs));
  const isStopped = participants(shown).isStopped;
  return (
    <Panel
      title={t`What if`}
      className={className}
      summary={
        typeof predicted === 'string'
          ? notYetWords(predicted)
          : stoppedOr(isStopped, lines.at(1)?.sentence ?? '')
      }
      table={() => ({
        columns: [t`Case`, t`Step`, t`Computing, slowest`, t`Last sum whole`, t`Rest`],
        rows: lines.map(({ label, case: { stepMs, restMs, timeline } }) => [
          label,
          formatMs(stepMs),
          formatMs(Math.max(0, ...timeline.computing.map(([, end]) => end))),
          formatMs(timeline.sums.at(-1)?.[1]),
          formatMs(restMs),
        ]),
      })}
    >
      <SelectField label={t`Compare with sums sent as`} value={other} options={others} onChange={setWanted} />
      <ul className={css.cases}>
        {lines.map(({ label, case: one, sentence }) => (
          <li key={one.kind}>
            <p>{sentence}</p>
            <Timeline label={label} case={one} longestMs={longestMs} />
          </li>
        ))}
      </ul>
      {typeof predicted === 'string' ? null : (
        <>
          <Legend
            items={[
              [
                'blue',
                shown.worldSize > mostLanes
                  ? t`computing, a line per replica, the slowest only`
                  : t`computing, a line per replica`,
              ],
              ['vermillion', t`sums`],
              ['grey', t`update and the rest`],
            ]}
          />
          <p className={`${ui.faint} ${css.note}`}>{assumptionWords(predicted, isDemo)}</p>
        </>
      )}
    </Panel>
  );
}

function predictionOf({ store, series }: Session, other: CodecKind): WhatIf | NotYet {
  const { shown } = store.getState();
  if (!shown?.config) return 'no-steps';
  const { buckets, config, bucketTimes, batch, sumBytesPerSecond, sync = config.sync } = shown;
  const codec = codecNamed(other);
  return whatIf({
    steps: series.records.slice(-whatIfSteps),
    codec: buckets?.codec ?? { kind: 'f32' },
    sync,
    isOverlapped: buckets?.overlap ?? false,
    bucketTimes,
    bytesPerSecond: sumBytesPerSecond,
    isBatchFixed: batch?.batchMode === 'fixed',
    microBatches: config.localBatch / config.microBatch,
    isMixed: config.precision === 'mixed',
    otherCodec: codec,
    otherPath: otherPath(shown, codec, series.last?.topology),
  });
}

/** PowerSGD is no codec of elements. */
const codecChoices = () => codecKinds.map((kind) => [kind, codecText(kind)] as const);

/** More than it uses: steps of another kind are left out. */
const whatIfSteps = 40;

/** Drawn of a large ring. */
const mostLanes = 8;

function slowestLanes(computing: WhatIfCase['timeline']['computing']): WhatIfCase['timeline']['computing'] {
  return computing.length <= mostLanes
    ? computing
    : computing.toSorted((a, b) => b[1] - a[1]).slice(0, mostLanes);
}

interface Props {
  label: string;
  case: WhatIfCase;
  longestMs: number;
}

function Timeline({ label, case: { timeline, restMs, stepMs }, longestMs }: Props) {
  const at = (startMs: number, endMs: number): { left: string; width: string } => ({
    left: `${(startMs / longestMs) * 100}%`,
    width: `${(Math.max(0, endMs - startMs) / longestMs) * 100}%`,
  });
  return (
    <div
      className={css.timeline}
      role="img"
      aria-label={t`${label}: a step of ${{ stepMs: formatMs(stepMs) }}`}
    >
      {slowestLanes(timeline.computing).map(([start, end], lane) => (
        <div key={lane} className={css.lane}>
          <span className={fillClass('blue')} style={at(start, end)} />
        </div>
      ))}
      <div className={css.lane}>
        {timeline.sums.map(([start, end], bucket) => (
          <span key={bucket} className={fillClass('vermillion')} style={at(start, end)} />
        ))}
        <span className={fillClass('grey')} style={at(timeline.endMs, timeline.endMs + restMs)} />
      </div>
    </div>
  );
}

function stoppedOr(isStopped: boolean, sentence: string): string {
  return isStopped ? t`No step is taken now; of the last ones: ${sentence}` : sentence;
}

/** The path of sums with another codec: a prediction follows the same rules as a step (C10, C12). It assumes that no link is
 *  missing: records name a missing link only for sums that were gathered. `now`: the path of the last step, whose members
 *  share the same machines. */
export function otherPath(
  { buckets, parameterCount, worldSize }: Pick<Snapshot, 'buckets' | 'parameterCount' | 'worldSize'>,
  codec: CodecSetting,
  now: SumPath = 'ring',
): SumPath {
  const { topology = 'ring', gatherBytes, boundedParts } = buckets ?? {};
  const path = sumPathAmong({ topology, codec, gatherBytes, boundedParts }, worldSize, 4 * parameterCount);
  return isTreePath(path) && path === shownPath(now) ? now : path;
}
