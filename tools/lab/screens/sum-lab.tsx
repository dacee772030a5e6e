// The picture of the sum for any number of members, any way and size: /lab/sum?n=4&way=ring&size=full. `newcomers=1` and
// `lost=2` name positions, `buckets=3` cuts the model, `took=30` is the measured time of such a sum, ms.
import { sumPaths, type ShownPath } from '../../../src/collectives/topology';
import { plannedSum, roundMs, type DrawnMember } from '../../../app/panels/sum/drawn-sum';
import { SumFigure } from '../../../app/panels/sum/sum-figure';
import { names } from '../fixtures/names';
import { labText } from './lab-text';
import css from './lab.module.css';

const sizes = ['small', 'full', 'wall'] as const;

export default function SumLab() {
  const wanted = new URLSearchParams(location.search);
  const count = Number(wanted.get('n') ?? 4);
  const way: ShownPath = sumPaths.find((one) => one === wanted.get('way')) ?? 'ring';
  const size = sizes.find((one) => one === wanted.get('size')) ?? 'full';
  const newcomers = (wanted.get('newcomers') ?? '').split(',').filter(Boolean).map(Number);
  const members: DrawnMember[] = Array.from({ length: count }, (_, i) => ({
    id: `m${i}`,
    name: names[i % names.length],
    isSelf: i === 0,
    adds: !newcomers.includes(i),
  }));
  const buckets = Array.from({ length: Number(wanted.get('buckets') ?? 1) }, () => 440_000);
  const took = wanted.get('took');
  const planned = plannedSum(way, members, { buckets, tookMs: took === null ? undefined : Number(took) });
  const lost = wanted.get('lost');
  const sum = lost === null ? planned : { ...planned, ended: { lost: Number(lost), atMs: 1.4 * roundMs } };
  return (
    <main className={css.sum} aria-label={labText.pictureOfSum}>
      <SumFigure sum={sum} size={size} hasControls={!wanted.has('bare')} isAutoplay={wanted.has('plays')} />
    </main>
  );
}
