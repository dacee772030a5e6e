// What an all-reduce costs here: bytes per step, and the measured time beside what the α–β model says of these links.
import { formatBytes, formatCount, formatMs, formatRate } from '../bridge/format';
import { useSession, useShown, useTick } from '../bridge/session-context';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';
import { predictAllReduce, type LinkCost } from './link-cost';
import css from './communication-panel.module.css';

const recentSteps = 20;
/** Enough for one step that nobody delayed. */
const rateSteps = 200;

export function CommunicationPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const isDemo = session.place.kind === 'alone';
  const recent = session.series.records.slice(-recentSteps);
  const last = session.series.last;
  const measuredMs = recent.length > 0 ? median(recent.map((record) => record.allReduceMs)) : undefined;
  const cost = predictAllReduce(shown, session.series.records.slice(-rateSteps));
  const longest = Math.max(measuredMs ?? 0, cost?.predictedMs ?? 0, 1e-9);
  return (
    <Panel
      title="Communication"
      className={className}
      summary={isDemo ? demoSentence(measuredMs) : sentence(shown.worldSize, measuredMs, cost)}
      table={() => ({
        columns: ['Step', 'Sent', 'Received', 'Buckets', 'All-reduce'],
        rows: recent
          .slice()
          .reverse()
          .map((record) => [
            formatCount(record.step),
            formatBytes(record.bytesSent),
            formatBytes(record.bytesReceived),
            String(record.buckets),
            formatMs(record.allReduceMs),
          ]),
      })}
    >
      <Facts
        columns={3}
        facts={[
          ['Sent per step', formatBytes(last?.bytesSent)],
          ['Buckets', last ? String(last.buckets) : '–'],
          ['Parameters', formatCount(shown.parameterCount)],
        ]}
      />
      <dl className={css.bars}>
        <Bar name="Measured" kind="measured" ms={measuredMs} longest={longest} />
        {isDemo ? null : <Bar name="Predicted" kind="predicted" ms={cost?.predictedMs} longest={longest} />}
      </dl>
      <p className={css.note}>
        {isDemo
          ? 'The replicas of a demo pass messages within this page: no byte leaves this device.'
          : shown.worldSize < 2
            ? 'A prediction needs a link to another replica.'
            : basis(cost)}
      </p>
    </Panel>
  );
}

function basis(cost: LinkCost | undefined): string {
  if (!cost) return 'A prediction appears once a link has been measured.';
  const trip = `${formatMs(cost.alphaMs)} one way (half of a ping)`;
  return cost.source === 'links'
    ? `Predicted from your slowest link: ${formatRate(cost.bytesPerSecond)}, ${trip}.`
    : `Predicted from your fastest recent step: ${formatRate(cost.bytesPerSecond)}, ${trip}. The links have not been metered yet.`;
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
      <dd>{formatMs(ms)}</dd>
    </div>
  );
}

function demoSentence(measuredMs: number | undefined): string {
  return measuredMs === undefined
    ? 'Each step the replicas pass their gradients around, within this page.'
    : `Summing the gradients takes ${formatMs(measuredMs)} a step, within this page.`;
}

function sentence(worldSize: number, measuredMs: number | undefined, cost: LinkCost | undefined): string {
  if (worldSize < 2) return 'Alone, no byte leaves this device.';
  if (measuredMs === undefined)
    return 'Each step every replica sends and receives about two gradients’ worth of bytes.';
  const against = cost ? `; the model of these links says ${formatMs(cost.predictedMs)}` : '';
  return `Summing the gradients takes ${formatMs(measuredMs)} a step${against}.`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
