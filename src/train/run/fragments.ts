// Which elements a step of Streaming DiLoCo sums (E27). The flat vector is cut at layers where they lie near to equal
// shares, else inside a layer. Pure, and so the same at every member.
import type { ParameterSlot } from '../../model/engine';
import type { RunState } from './run-state';
import type { FragmentSetting } from './modes/sync-mode';
import { ringStepOf } from './sync';

/** Elements [start, end). */
interface ElementRange {
  readonly start: number;
  readonly end: number;
}

/** Ascending ranges of the flat vector. */
export type Fragment = readonly ElementRange[];

type Slots = readonly Pick<ParameterSlot, 'name' | 'offset' | 'length'>[];

/** The fragment of step `step + 1`; undefined: it sums the whole vector. */
export function fragmentOf(
  { sync, step }: Pick<RunState, 'sync' | 'step'>,
  slots: Slots,
): Fragment | undefined {
  const { fragments } = ringStepOf(sync);
  return fragments && fragmentsOf(slots, fragments)[step % fragments.fragments];
}

export function fragmentsOf(slots: Slots, { fragments, pattern }: FragmentSetting): readonly Fragment[] {
  const layers = layerStarts(slots);
  const last = slots.at(-1);
  const total = last ? last.offset + last.length : 0;
  // Strided: at least two pieces each, or the patterns would be one.
  const each = pattern === 'strided' ? Math.max(2, Math.ceil(layers.length / fragments)) : 1;
  const pieces = cut(layers, total, fragments * each <= total ? fragments * each : fragments);
  return Array.from({ length: fragments }, (_, f) => pieces.filter((_, i) => i % fragments === f));
}

/** Elements of [start, end) that lie in the fragment. */
export function overlapOf(fragment: Fragment, start: number, end: number): number {
  return fragment.reduce(
    (sum, range) => sum + Math.max(0, Math.min(end, range.end) - Math.max(start, range.start)),
    0,
  );
}

/** The ranges between those of the fragment. */
export function outside(fragment: Fragment, total: number): Fragment {
  const edges = [0, ...fragment.flatMap(({ start, end }) => [start, end]), total];
  const gaps = Array.from({ length: edges.length / 2 }, (_, i) => ({
    start: edges[2 * i],
    end: edges[2 * i + 1],
  }));
  return gaps.filter(({ start, end }) => start < end);
}

/** 'layers.0.weight' and 'layers.0.bias' are of one layer. */
function layerStarts(slots: Slots): readonly number[] {
  const layerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return slots.flatMap(({ name, offset }, i) =>
    i === 0 || layerOf(name) !== layerOf(slots[i - 1].name) ? [offset] : [],
  );
}

/** `count` pieces, at most `total`. A cut moves by a quarter of a share at most, so none is empty. */
function cut(layers: readonly number[], total: number, count: number): readonly ElementRange[] {
  const reach = Math.floor(total / count / 4);
  const cuts = Array.from({ length: count + 1 }, (_, i) => {
    const even = Math.floor((i * total) / count);
    if (i === 0 || i === count) return even;
    const near = layers.filter((start) => Math.abs(start - even) <= reach);
    return near.reduce(
      (best, start) => (Math.abs(start - even) < Math.abs(best - even) ? start : best),
      near[0] ?? even,
    );
  });
  return cuts.slice(1).map((end, i) => ({ start: cuts[i], end }));
}
