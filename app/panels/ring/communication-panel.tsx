// What an all-reduce costs here: bytes per step, and the measured time beside the prediction of the α–β model for these
// links.
import { Link } from 'wouter';
import { everyStep, isLocal } from '../../../src/train/run/sync';
import { communicationWords } from '../../bridge/words/communication-words';
import { formatBytes, formatCount, formatMs, formatRate } from '../../bridge/words/format';
import { encodedText, heldBackWords, pathText } from '../../bridge/words/sum-words';
import { localFacts } from '../../bridge/words/sync-words';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { costSteps, sumCost, type Prediction, type SumCost } from './link-cost';
import { ringText } from '../../text/ring';
import css from './communication-panel.module.css';

const recentSteps = 20;

export function CommunicationPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const isDemo = session.place.kind === 'alone';
  const { worldSize } = shown;
  const { isStopped } = participants(shown);
  const recent = session.series.records.slice(-recentSteps);
  const last = session.series.last;
  const { measuredMs, predicted, sums } = sumCost(shown, session.series.records.slice(-costSteps));
  const predictedMs = typeof predicted === 'string' ? undefined : predicted.ms;
  const longest = Math.max(measuredMs ?? 0, predictedMs ?? 0, 1e-9);
  return (
    <Panel
      title={ringText.communication}
      className={className}
      summary={communicationWords({
        isDemo,
        isStopped,
        isLocal: isLocal(shown.sync ?? everyStep),
        worldSize,
        measuredMs,
        predictedMs,
      })}
      table={() => ({
        columns: [
          ringText.step,
          ringText.sent,
          ringText.received,
          ringText.buckets,
          ringText.topology,
          ringText.codec,
          ringText.allReduce,
        ],
        rows: recent
          .slice()
          .reverse()
          .map((record) => [
            formatCount(record.step),
            formatBytes(record.bytesSent),
            formatBytes(record.bytesReceived),
            formatCount(record.buckets),
            record.topology,
            record.codecNumber === undefined ? record.codec : `${record.codec}:${record.codecNumber}`,
            formatMs(record.allReduceMs),
          ]),
      })}
    >
      <Facts
        columns={3}
        facts={[
          [ringText.sentPerStep, formatBytes(last?.bytesSent)],
          [ringText.buckets, formatCount(last?.buckets)],
          [ringText.parameters, formatCount(shown.parameterCount)],
          [ringText.sumsTravel, last ? pathText(last.topology) : '–'],
          [ringText.sent2, last ? encodedText(last) : '–'],
          [ringText.heldBackGradient, heldBackWords(shown.residualShare)],
          ...localFacts(shown, last),
        ]}
      />
      <dl className={css.bars}>
        <Bar name={ringText.measuredBar} kind="measured" ms={measuredMs} longest={longest} />
        {isDemo ? null : (
          <Bar name={ringText.predictedBar} kind="predicted" ms={predictedMs} longest={longest} />
        )}
      </dl>
      <p className={css.note}>
        {isDemo
          ? ringText.replicasDemoPass
          : worldSize < 2
            ? ringText.predictionNeedsLink
            : basis(predicted, worldSize, sums)}{' '}
        {/* Leaving the dashboard would end a demo. */}
        {isDemo ? null : <Link href="/calculator">{ringText.calculateOtherNetworks}</Link>}
      </p>
    </Panel>
  );
}

function rateWords({ basis: from }: Prediction, worldSize: number): string {
  const link = worldSize === 2 ? ringText.yourLink : ringText.yourSlowerLink;
  switch (from) {
    case 'traffic':
      return ringText.ringsOwnTraffic(link);
    case 'probe':
      return ringText.probeMeasuredWhile(link);
    case 'sums':
      return ringText.fastestLastSums;
    default:
      return from satisfies never;
  }
}

function basis(predicted: SumCost['predicted'], worldSize: number, sums: number): string {
  if (predicted === 'no-rate') return ringText.predictionNotYet;
  if (predicted === 'no-sums') return ringText.predictionNotYetKnown;
  const { hops, alphaMs, hopBytes, bytesPerSecond } = predicted;
  const each = ringText.predictedEachTakes(
    hops === 1 ? ringText.oneMessage : ringText.messagesRow(hops),
    formatMs(alphaMs),
    formatBytes(hopBytes),
    formatRate(bytesPerSecond),
    rateWords(predicted, worldSize),
  );
  return sums === 0 ? each : `${each} ${ringText.bothOfSums(formatCount(sums), sums)}`;
}

function Bar({
  name,
  kind,
  ms,
  longest,
}: {
  name: string;
  kind: 'measured' | 'predicted';
  ms: number | undefined;
  longest: number;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.track}>
        {ms === undefined ? null : (
          <div className={css[kind]} style={{ width: `${(ms / longest) * 100}%` }} />
        )}
      </dd>
      <dd>{ms === undefined ? ringText.notYetKnown : formatMs(ms)}</dd>
    </div>
  );
}
