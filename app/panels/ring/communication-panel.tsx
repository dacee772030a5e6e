// What an all-reduce costs here: bytes per step, and the measured time beside the prediction of the α–β model for these
// links.
import { plural, t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { everyStep, isLocal } from '../../../src/train/run/sync';
import { communicationWords } from '../../bridge/words/communication-words';
import { formatBytes, formatCount, formatMs, formatRate } from '../../bridge/words/format';
import { encodedText, heldBackWords, pathText } from '../../bridge/words/sum-words';
import { localFacts } from '../../bridge/words/sync-words';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { Bars, type Bar } from '../../ui/bars';
import { Facts } from '../../ui/facts';
import type { Fill } from '../../ui/legend';
import { Panel } from '../../ui/panel';
import { costSteps, sumCost, type Prediction, type SumCost } from './link-cost';
import ui from '../../ui/shape.module.css';
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
      title={t`Communication`}
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
        columns: [t`Step`, t`Sent`, t`Received`, t`Buckets`, t`Topology`, t`Codec`, t`All-reduce`],
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
          [t`Sent per step`, formatBytes(last?.bytesSent)],
          [t`Buckets`, formatCount(last?.buckets)],
          [t`Parameters`, formatCount(shown.parameterCount)],
          [t`Sums travel`, last ? pathText(last.topology) : '–'],
          [t`Sent as`, last ? encodedText(last) : '–'],
          [t`Held back, of a gradient`, heldBackWords(shown.residualShare)],
          ...localFacts(shown, last),
        ]}
      />
      <Bars
        label={t`All-reduce`}
        className={css.bars}
        bars={[
          barOf(t`Measured`, 'vermillion', measuredMs, longest),
          ...(isDemo ? [] : [barOf(t`Predicted`, 'hatched', predictedMs, longest)]),
        ]}
      />
      <p className={`${ui.faint} ${css.note}`}>
        {isDemo
          ? t`The replicas of a demo pass messages within this page: no byte leaves this device.`
          : worldSize < 2
            ? t`A prediction needs a link to another replica.`
            : basis(predicted, worldSize, sums)}{' '}
        {/* Leaving the dashboard would end a demo. */}
        {isDemo ? null : <Link href="/calculator">{t`Calculate other networks`}</Link>}
      </p>
    </Panel>
  );
}

const rateWords: Readonly<Record<Prediction['basis'], (link: string) => string>> = {
  traffic: (link) => t`as the ring’s own traffic measured ${link}`,
  probe: (link) => t`as a probe measured ${link} while nothing else was sent`,
  sums: () => t`as the fastest of the last sums proved`,
};

function basis(predicted: SumCost['predicted'], worldSize: number, sums: number): string {
  if (predicted === 'no-rate')
    return t`The prediction is not yet known: your links to the neighbours in the ring have not been measured.`;
  if (predicted === 'no-sums')
    return t`The prediction is not yet known: it needs a few sums that show what a message takes here.`;
  const { hops, alphaMs, hopBytes, bytesPerSecond, basis: from } = predicted;
  const link = worldSize === 2 ? t`your link` : t`your slower link`;
  const each = t`Predicted: ${{ value: hops === 1 ? t`one message` : t`${hops} messages in a row` }}. Each takes ${{ alphaMs: formatMs(alphaMs) }}, as in the sums before, and carries ${{ hopBytes: formatBytes(hopBytes) }} at ${{ bytesPerSecond: formatRate(bytesPerSecond) }}, ${{ rate: rateWords[from](link) }}.`;
  return sums === 0
    ? each
    : `${each} ${t`Measured and predicted are the middle values of the same ${plural({ count: sums }, { one: 'sum, the last one', other: `sums, the last ${{ sums: formatCount(sums) }}` })}.`}`;
}

function barOf(name: string, fill: Fill, ms: number | undefined, longest: number): Bar {
  return {
    name,
    fill,
    share: ms === undefined ? undefined : ms / longest,
    value: ms === undefined ? t`not yet known` : formatMs(ms),
  };
}
