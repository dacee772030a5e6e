// The console's finer settings of sums, folded away: sizes of buckets, how much a codec sends, the outer update, and which
// layers a fragment has. All can change while the ring trains.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isFactored } from '../../../src/codecs/setting';
import type { RunConfig } from '../../../src/replica/protocol';
import { isLocal, isStreaming, type LocalSync, type Sync } from '../../../src/train/run/sync';
import type { HostControls } from '../../bridge/session/host-controls';
import { hasShare, rankChoices, shareChoices } from '../../bridge/words/compression-words';
import { formatBytes, formatCount, formatValue } from '../../bridge/words/format';
import { withPattern } from '../../bridge/words/sync-words';
import { Segments, SelectField } from '../../ui/field';
import { Control } from './control';
import css from './host-panel.module.css';
import { NumberForm } from './number-form';

type Buckets = RunConfig['buckets'];

const kB = 1000;
/** The bounds that a replica takes (`bucketSettings`). */
const [leastBytes, mostBytes] = [4096, 1 << 30];
const mostGatherBytes = 1 << 16;

export function WireAdvanced({ controls, buckets }: { controls: HostControls; buckets: Buckets }) {
  const { live, send, changeBuckets } = controls;
  const { sync } = live;
  const parts: readonly ReactNode[] = [
    buckets.mode === 'bucketed' ? <Sizes key="sizes" buckets={buckets} onChange={changeBuckets} /> : null,
    buckets.codec.kind === 'f32' ? (
      <Gathered key="gathered" buckets={buckets} onChange={changeBuckets} />
    ) : null,
    hasShare(buckets.codec) || isFactored(buckets.codec) ? (
      <HowMuch key="how-much" codec={buckets.codec} onChange={(codec) => changeBuckets({ codec })} />
    ) : null,
    sync && isLocal(sync) ? (
      <OuterUpdate key="outer" sync={sync} onChange={(next) => send({ kind: 'set-sync', sync: next })} />
    ) : null,
  ];
  if (parts.every((part) => part === null)) return null;
  return (
    <details className={css.advanced}>
      <summary>{t`Advanced`}</summary>
      <div className={css.advancedControls}>{parts}</div>
    </details>
  );
}

function Sizes({ buckets, onChange }: { buckets: Buckets; onChange: (change: Partial<Buckets>) => void }) {
  const size = (label: string, field: 'firstBytes' | 'capBytes') => (
    <NumberForm
      label={label}
      shown={String(buckets[field] / kB)}
      problemOf={(size) => sizeProblem(size, leastBytes, mostBytes)}
      onApply={(size) => onChange({ [field]: Math.round(size * kB) })}
    />
  );
  return (
    <Control
      does={t`A bucket leaves when it is full. Small ones leave early; each costs a trip of its own.`}
      changes="sizes"
    >
      {size(t`First bucket, kB`, 'firstBytes')}
      {size(t`Other buckets, kB`, 'capBytes')}
    </Control>
  );
}

function Gathered({ buckets, onChange }: { buckets: Buckets; onChange: (change: Partial<Buckets>) => void }) {
  return (
    <Control
      does={t`A gradient up to this size goes whole from each member to all, in one message.`}
      changes="gathered"
    >
      <NumberForm
        label={t`Whole up to, kB`}
        shown={String((buckets.gatherBytes ?? 0) / kB)}
        problemOf={(size) => sizeProblem(size, 0, mostGatherBytes)}
        onApply={(size) => onChange({ gatherBytes: Math.round(size * kB) })}
      />
    </Control>
  );
}

/** `size` in kB, the bounds in bytes. */
function sizeProblem(size: number, least: number, most: number): string | undefined {
  const bytes = Math.round(size * kB);
  return bytes >= least && bytes <= most
    ? undefined
    : t`From ${{ least: formatBytes(least) }} to ${{ most: formatBytes(most) }}.`;
}

interface Props {
  codec: Extract<Buckets['codec'], { share: number } | { rank: number }>;
  onChange: (codec: Buckets['codec']) => void;
}

/** The number that the codec has. */
function HowMuch({ codec, onChange }: Props) {
  return hasShare(codec) ? (
    <Control
      does={t`So many numbers are sent, the largest ones. The rest waits for the next sum.`}
      changes="share"
    >
      <SelectField
        label={t`Share that is sent`}
        value={String(codec.share)}
        options={shareChoices(codec)}
        onChange={(share) => onChange({ ...codec, share: Number(share) })}
      />
    </Control>
  ) : (
    <Control does={t`How much detail the factors have. Twice the rank is twice the bytes.`} changes="share">
      <SelectField
        label={t`Rank`}
        value={String(codec.rank)}
        options={rankChoices(codec.rank)}
        onChange={(rank) => onChange({ ...codec, rank: Number(rank) })}
      />
    </Control>
  );
}

function OuterUpdate({ sync, onChange }: { sync: LocalSync; onChange: (sync: Sync) => void }) {
  const { outer } = sync;
  return (
    <>
      {outer.kind === 'nesterov' ? (
        <Control
          does={t`How far the mean change of all members moves the weights, and how long earlier changes go on.`}
          changes="outer"
        >
          <NumberForm
            label={t`Outer rate`}
            shown={formatValue(outer.learningRate)}
            problemOf={(rate) => (rate >= 0.01 && rate <= 2 ? undefined : t`From 0.01 to 2.`)}
            onApply={(learningRate) => onChange({ ...sync, outer: { ...outer, learningRate } })}
          />
          <NumberForm
            label={t`Outer momentum`}
            shown={formatValue(outer.momentum)}
            problemOf={(momentum) => (momentum >= 0 && momentum <= 0.99 ? undefined : t`From 0 to 0.99.`)}
            onApply={(momentum) => onChange({ ...sync, outer: { ...outer, momentum } })}
          />
        </Control>
      ) : null}
      {isStreaming(sync) && sync.fragments > 1 ? (
        <Control
          does={t`Which layers a fragment has: neighbours, or every ${{ fragments: formatCount(sync.fragments) }}th.`}
          changes="pattern"
        >
          <Segments<'sequential' | 'strided'>
            label={t`Layers of a fragment`}
            value={sync.pattern}
            options={[
              ['sequential', t`Neighbours`],
              ['strided', t`Spread`],
            ]}
            onChange={(pattern) => onChange(withPattern(sync, pattern))}
          />
        </Control>
      ) : null}
    </>
  );
}
