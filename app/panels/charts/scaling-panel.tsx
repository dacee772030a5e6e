// What every further member brings: the measured rate against the size of the ring, beside the ideal line.
import { formatCount, formatPercent, formatShort, formatTick } from '../../bridge/words/format';
import { termWords } from '../../bridge/words/run-words';
import { efficiencyOf, type Efficiency } from '../../bridge/series/efficiency';
import { useNotes } from '../../bridge/session/run-notes';
import { useCurveTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { LineChart, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';

const lines: readonly LineSeries[] = [
  { key: 'ideal', label: 'ideal', colour: 'grey', dash: '6 4' },
  { key: 'measured', label: 'measured', colour: 'blue' },
  { key: 'point', label: 'measured', colour: 'blue', marker: 'dot' },
];

export function ScalingPanel({ className }: { className?: string }) {
  const { points } = useNotes().scaling;
  const isDemo = useSession().place.kind === 'alone';
  const terms = termWords(useShownPart((shown) => shown.config));
  useCurveTick();
  const rate = (perSecond: number): string => `${formatShort(perSecond)} ${terms} a second`;
  const [first] = points;
  const last = points.at(-1);
  const rows = points.map(({ worldSize, perSecond, ideal }) => ({
    x: worldSize,
    step: worldSize,
    segment: 0,
    ideal,
    measured: points.length > 1 ? perSecond : undefined,
    point: perSecond,
  }));
  const device = isDemo ? ' These replicas share one device, so that more of them bring little.' : '';
  const efficiency = useEfficiency();
  return (
    <Panel
      title="Scaling"
      className={className}
      summary={
        !first || !last
          ? 'Fills with the sizes that the ring has had, once each has taken a few steps.'
          : first === last
            ? `${formatCount(first.worldSize)} ${first.worldSize === 1 ? 'replica makes' : 'replicas make'} ${rate(first.perSecond)}. Another size of the ring draws the line.${device}`
            : `${formatCount(last.worldSize)} replicas make ${rate(last.perSecond)}: ${times(last.perSecond / first.perSecond)} times what ${formatCount(first.worldSize)} made, of ${times(last.worldSize / first.worldSize)} ideal.${device}`
      }
      table={() => ({
        columns: ['Replicas', `${capital(terms)} a second`, 'Ideal', 'Efficiency'],
        rows: points.map(({ worldSize, perSecond, ideal }) => [
          formatCount(worldSize),
          formatShort(perSecond),
          formatShort(ideal),
          formatPercent(perSecond / ideal, 0),
        ]),
      })}
      note={efficiency && efficiencyWords(efficiency, terms, isDemo)}
    >
      <LineChart
        name="Scaling"
        rows={rows}
        series={lines}
        height={272}
        formatX={formatCount}
        formatXTick={formatTick}
        isXCounted
        formatY={(value) => formatShort(value)}
        formatYTick={formatTick}
        xWords="Replicas"
        emptyWords="The first point comes after ten steps."
      />
    </Panel>
  );
}

function useEfficiency(): Efficiency | undefined {
  const { series } = useSession();
  return efficiencyOf(
    series.records,
    useShownPart((shown) => shown.self),
  );
}

function efficiencyWords({ members, ring, own, share }: Efficiency, terms: string, isDemo: boolean): string {
  const rate = (perSecond: number): string => `${formatShort(perSecond)} ${terms} a second`;
  const who = isDemo
    ? 'One of these replicas, as slow as now, would make'
    : 'By what it computes now, this device alone would make';
  return `${who} ${rate(own)}; in its latest steps the ring makes ${formatShort(ring)}, ${times(ring / own)} times as many. That is ${formatPercent(share, 0)} of what the ${formatCount(members)} replicas would make each alone: the rest goes to communication and waiting.`;
}

/** '5.7', '8'. */
function times(ratio: number): string {
  return String(Number(ratio.toFixed(1)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
