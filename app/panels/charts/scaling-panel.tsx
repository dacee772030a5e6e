// What every further member brings: the measured rate against the size of the ring, beside the ideal line.
import { lazy, Suspense } from 'react';
import { sharedDeviceWords } from '../../bridge/words/device-words';
import { formatCount, formatPercent, formatShort } from '../../bridge/words/format';
import { termWords } from '../../bridge/words/run-words';
import { efficiencyOf, type Efficiency } from '../../bridge/series/efficiency';
import { bestOf } from '../../bridge/series/lone-log';
import { useNotes } from '../../bridge/session/run-notes';
import { useHalfTick, useSession, useShownPart } from '../../bridge/session/session-context';
import type { Snapshot } from '../../../src/replica/protocol';
import type { LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import { chartsText } from '../../text/charts';
import css from './charts.module.css';

const ScalingChart = lazy(() => import('./scaling-chart'));

const lines: readonly LineSeries[] = [
  {
    key: 'ideal',
    get label() {
      return chartsText.ideal;
    },
    colour: 'grey',
    dash: '6 4',
  },
  {
    key: 'measured',
    get label() {
      return chartsText.measured;
    },
    colour: 'blue',
  },
  {
    key: 'point',
    get label() {
      return chartsText.measured;
    },
    colour: 'blue',
    marker: 'dot',
  },
];

export function ScalingPanel({ className }: { className?: string }) {
  const { points } = useNotes().scaling;
  const isDemo = useSession().place.kind === 'alone';
  const terms = termWords(useShownPart((shown) => shown.config));
  useHalfTick();
  const rate = (perSecond: number): string => chartsText.second(formatShort(perSecond), terms);
  const [first] = points;
  const last = points.at(-1);
  const rows = points.map(({ worldSize, perSecond, ideal }) => ({
    x: worldSize,
    step: worldSize,
    segment: 0,
    // One size makes no line, and so no end of a line.
    ideal: points.length > 1 ? ideal : undefined,
    measured: points.length > 1 ? perSecond : undefined,
    point: perSecond,
  }));
  const shared = useShownPart(sharedDeviceWords);
  const device = isDemo ? chartsText.theseReplicasShare : shared;
  const [how, efficiency] = useEfficiency(isDemo);
  return (
    <Panel
      title={chartsText.scaling}
      className={className}
      summary={
        !first || !last
          ? chartsText.fillsSizesRing
          : first === last
            ? chartsText.anotherSizeRing(
                formatCount(first.worldSize),
                first.worldSize,
                rate(first.perSecond),
                device,
              )
            : chartsText.replicasMakeTimes(
                formatCount(last.worldSize),
                rate(last.perSecond),
                times(last.perSecond / first.perSecond),
                formatCount(first.worldSize),
                times(last.worldSize / first.worldSize),
                device,
              )
      }
      table={() => ({
        columns: [
          chartsText.replicas,
          chartsText.second2(capital(terms)),
          chartsText.ideal2,
          chartsText.efficiency,
        ],
        rows: points.map(({ worldSize, perSecond, ideal }) => [
          formatCount(worldSize),
          formatShort(perSecond),
          formatShort(ideal),
          formatPercent(perSecond / ideal, 0),
        ]),
      })}
      note={efficiency && efficiencyWords(efficiency, how, terms)}
    >
      <Suspense fallback={<div className={css.scaling} />}>
        <ScalingChart rows={rows} series={lines} />
      </Suspense>
    </Panel>
  );
}

/** How the speed of this device alone is known, in words, and what the ring makes against it. */
function useEfficiency(isDemo: boolean): readonly [how: string, efficiency: Efficiency | undefined] {
  const { series } = useSession();
  const { lone } = useNotes();
  const self = useShownPart((shown) => shown.self);
  const sharers = useShownPart(sharersOfSelf);
  const perSecond = useShownPart((shown) => shown.loneTrial?.perSecond);
  const steps = useShownPart((shown) => shown.loneTrial?.steps) ?? 0;
  const speed = bestOf(lone.speedOf(self), perSecond === undefined ? undefined : { perSecond, steps });
  const efficiency = efficiencyOf(series.records, self, {
    perSecond: speed?.perSecond,
    sharers: sharers.split(' '),
  });
  if (!speed) return [estimateWords(isDemo, sharers !== ''), efficiency];
  const how =
    'steps' in speed
      ? chartsText.madeInTrial(formatCount(speed.steps))
      : chartsText.madeByItself(speed.runsAgo);
  return [how, efficiency];
}

function estimateWords(isDemo: boolean, isShared: boolean): string {
  if (isDemo) return chartsText.oneTheseReplicas;
  return isShared ? chartsText.besideOthersNow : chartsText.whatComputesNow;
}

/** Their ids as one text, which changes only when they do. */
function sharersOfSelf({ self, devices }: Snapshot): string {
  const group = devices.find((each) => each.includes(self)) ?? [];
  return group.filter((id) => id !== self).join(' ');
}

function efficiencyWords(
  { members, ring, own, isMeasured, others, share }: Efficiency,
  how: string,
  terms: string,
): string {
  const words = chartsText.latestStepsRing(
    how,
    chartsText.second(formatShort(own), terms),
    formatShort(ring),
    times(ring / own),
    formatPercent(share, 0),
    formatCount(members),
  );
  return isMeasured && others > 0 ? `${words} ${chartsText.othersByNow}` : words;
}

/** '5.7', '8'. */
function times(ratio: number): string {
  return String(Number(ratio.toFixed(1)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
