// A change of the run as a RingView tells it: what changed, to which value, and the first step that was made with it
// (changed.ts). Without names: counts stand in the place of members and of their lines. It comes from another member, so its
// schema is here.
import * as v from 'valibot';
import { edgeProfile } from '../net/emulation/edge-profile';
import type { Changed } from '../train/run/changed';
import { batchSettings, bucketSettings } from '../train/run/live-settings';
import { outerSetting } from '../train/run/outer/outer-table';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positive = v.pipe(v.number(), v.finite(), v.minValue(0));
const share = v.pipe(positive, v.maxValue(1));

const { mode, topology, auto, codec, firstBytes, capBytes, overlap } = bucketSettings.entries;

export const shownChange = v.variant('what', [
  changeTo('buckets', mode),
  changeTo('sizes', v.object({ firstBytes, capBytes })),
  changeTo('gathered', count),
  changeTo('bounded', v.boolean()),
  changeTo('topology', topology),
  changeTo('chosen', v.object({ topology, ...auto.wrapped.entries })),
  changeTo('codec', codec),
  changeTo('share', codec),
  changeTo('overlap', overlap),
  changeTo('sync', v.nullable(positive)),
  changeTo('inner', positive),
  changeTo('outer', outerSetting),
  changeTo('fragments', count),
  changeTo('pattern', v.picklist(['sequential', 'strided'])),
  changeTo('delay', count),
  changeTo('mixing', share),
  changeTo('rate', positive),
  changeTo('batch', v.nullable(count)),
  changeTo('batch-size', count),
  changeTo('parts', batchSettings.entries.shards),
  /** On how many edges something else is emulated than on all others. `isEvery`: that on all others changed. */
  changeTo('network', v.object({ everyEdge: v.nullable(edgeProfile), edges: count, isEvery: v.boolean() })),
  /** How many there are. */
  changeTo('members', count),
]);
export type ShownChange = v.InferOutput<typeof shownChange>;

function changeTo<const What extends string, After extends v.GenericSchema>(what: What, after: After) {
  return v.object({ what: v.literal(what), step: count, after });
}

/** Counts in the place of those who have names. */
export function withoutNames({ what, step, before, after }: Changed): ShownChange {
  switch (what) {
    case 'members':
      return { what, step, after: after.length };
    case 'network': {
      const isEvery = JSON.stringify(before.everyEdge) !== JSON.stringify(after.everyEdge);
      return { what, step, after: { everyEdge: after.everyEdge, edges: after.edges.length, isEvery } };
    }
    default:
      return { what, step, after } as ShownChange;
  }
}
