// What every further member brings: the measured rate against the size of the ring, beside the ideal line.
import { plural, t } from '@lingui/core/macro';
import { sharedDeviceWords } from '../../bridge/words/device-words';
import {
  formatCount,
  formatPercent,
  formatShort,
  formatTick,
  withDecimalSign,
} from '../../bridge/words/format';
import { termWords } from '../../bridge/words/run-words';
import { efficiencyOf, type Efficiency } from '../../bridge/series/efficiency';
import { bestOf } from '../../bridge/series/lone-log';
import type { ScalingPoint } from '../../bridge/series/scaling-log';
import { useNotes } from '../../bridge/session/run-notes';
import { useHalfTick, useSession, useShownPart } from '../../bridge/session/session-context';
import type { Snapshot } from '../../../src/replica/protocol';
import { Panel } from '../../ui/panel';
import { StillChart, type StillRow } from '../../ui/still-chart';

export function ScalingPanel({ className }: { className?: string }) {
  const { points } = useNotes().scaling;
  const isDemo = useSession().place.kind === 'alone';
  const terms = termWords(useShownPart((shown) => shown.config));
  useHalfTick();
  const rate = (perSecond: number): string => perSecondWords(perSecond, terms);
  const [first] = points;
  const last = points.at(-1);
  const shared = useShownPart(sharedDeviceWords);
  const device = isDemo ? t`These replicas share one device, so that more of them bring little.` : shared;
  const [alone, efficiency] = useEfficiency(isDemo);
  return (
    <Panel
      title={t`Scaling`}
      className={className}
      summary={
        !first || !last
          ? t`Fills with the sizes that the ring has had, once each has taken a few steps.`
          : first === last
            ? sentences(oneSizeWords(first.worldSize, rate(first.perSecond)), device)
            : sentences(sizesWords(first, last, rate(last.perSecond)), device)
      }
      table={() => ({
        columns: [t`Replicas`, t`${{ terms: capital(terms) }} a second`, t`Ideal`, t`Efficiency`],
        rows: points.map(({ worldSize, perSecond, ideal }) => [
          formatCount(worldSize),
          formatShort(perSecond),
          formatShort(ideal),
          formatPercent(perSecond / ideal, 0),
        ]),
      })}
      note={efficiency && efficiencyWords(efficiency, alone, terms)}
    >
      <StillChart
        name={t`Scaling`}
        rows={rowsOf(points)}
        series={[
          { key: 'ideal', label: t`ideal`, colour: 'grey', dash: '6 4' },
          { key: 'measured', label: t`measured`, colour: 'blue' },
          { key: 'point', label: t`measured`, colour: 'blue', marker: 'dot' },
        ]}
        formatX={formatCount}
        formatY={formatShort}
        formatYTick={formatTick}
        xWords={t`Replicas`}
        isXCounted
        emptyWords={t`The first point comes after ten steps.`}
      />
    </Panel>
  );
}

/** One size is a point; a line, and the end that its name stands at, need a second one. */
export function rowsOf(points: readonly ScalingPoint[]): readonly StillRow[] {
  return points.map(({ worldSize, perSecond, ideal }) => ({
    x: worldSize,
    point: perSecond,
    ...(points.length > 1 ? { ideal, measured: perSecond } : {}),
  }));
}

/** How the speed of this device alone is known, in words, and what the ring makes against it. */
function useEfficiency(isDemo: boolean): readonly [alone: AloneWords, efficiency: Efficiency | undefined] {
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
  if (!speed) return [(rate) => estimateWords(isDemo, sharers !== '', rate), efficiency];
  const alone: AloneWords = (rate) =>
    'steps' in speed ? trialWords(speed.steps, rate) : earlierWords(speed.runsAgo, rate);
  return [alone, efficiency];
}

/** What this device makes alone, and how that is known: a clause. */
type AloneWords = (rate: string) => string;

function trialWords(count: number, rate: string): string {
  const steps = formatCount(count);
  return t`Measured in ${steps} trial steps by itself, which changed nothing in the run, this device made ${rate}`;
}

function earlierWords(runsAgo: number, rate: string): string {
  return t`Measured while it trained by itself${plural(runsAgo, { 0: '', 1: ', in the run before', other: `, ${runsAgo} runs before` })}, this device made ${rate}`;
}

function estimateWords(isDemo: boolean, isShared: boolean, rate: string): string {
  if (isDemo) return t`One of these replicas, as slow as now, would make ${rate}`;
  return isShared
    ? t`This replica shares its device with others, so its speed by itself cannot be measured. By what it computes now, beside them, it would make ${rate}`
    : t`Its speed by itself with these settings was not measured here. By what it computes now, this device alone would make ${rate}`;
}

/** The ids of those who share the device as one text, which changes only when they do. */
function sharersOfSelf({ self, devices }: Snapshot): string {
  const group = devices.find((each) => each.includes(self)) ?? [];
  return group.filter((id) => id !== self).join(' ');
}

function efficiencyWords(
  { members, ring, own, isMeasured, others, share }: Efficiency,
  aloneWords: AloneWords,
  terms: string,
): string {
  const alone = aloneWords(perSecondWords(own, terms));
  const words = t`${alone}; in its latest steps the ring makes ${{ ring: formatShort(ring) }}, ${{ times: times(ring / own) }} times as many. That is ${{ share: formatPercent(share, 0) }} of what the ${{ members: formatCount(members) }} replicas would make each alone: the rest goes to communication and waiting.`;
  return isMeasured && others > 0 ? sentences(words, t`The others count by what they compute now.`) : words;
}

function perSecondWords(perSecond: number, terms: string): string {
  return t`${{ count: formatShort(perSecond) }} ${terms} a second`;
}

function oneSizeWords(worldSize: number, rate: string): string {
  return t`${{ shown: formatCount(worldSize) }} ${plural(worldSize, { one: 'replica makes', other: 'replicas make' })} ${rate}. Another size of the ring draws the line.`;
}

interface Size {
  readonly worldSize: number;
  readonly perSecond: number;
}

function sizesWords(first: Size, last: Size, rate: string): string {
  const ideal = times(last.worldSize / first.worldSize);
  return t`${{ replicas: formatCount(last.worldSize) }} replicas make ${rate}, ${{ times: times(last.perSecond / first.perSecond) }} times as many as ${{ fewer: formatCount(first.worldSize) }} made. ${ideal} times as many would be ideal.`;
}

/** Two sentences as one text; the second may be empty. */
function sentences(one: string, other: string): string {
  return other === '' ? one : `${one} ${other}`;
}

/** '5.7', '8'. */
function times(ratio: number): string {
  return withDecimalSign(String(Number(ratio.toFixed(1))));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
