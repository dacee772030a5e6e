// Decides what the soak does next. Pure. Replicas are added (60 %) and killed (40 %), but the remaining members always
// keep a quorum (S4). The loss of more than half at once is for the host to decide. One of two may be killed: the
// survivor continues alone after 10 s.
import type { Prng } from '../../src/base/prng';
import { quorum } from '../../src/membership/quorum';

export type Death =
  | 'silent' // SIGKILL: links fall silent without a goodbye
  | 'dropped' // links close without a goodbye
  | 'leave'; // with a goodbye

export type ChurnEvent =
  | { readonly kind: 'add' }
  | { readonly kind: 'kill'; readonly victim: string; readonly death: Death };

export interface Population {
  /** Living replicas, by id, with the view of each. */
  readonly living: ReadonlyMap<string, KnownView | undefined>;
  /** Recently killed replicas: a view in agreement may still name them. */
  readonly lately: readonly string[];
  /** Bounds of the number of living replicas. */
  readonly least: number;
  readonly most: number;
  readonly deaths: readonly Death[];
}

interface KnownView {
  readonly lineage: string;
  readonly generation: number;
  readonly members: readonly string[];
}

export function nextEvent(random: Prng, population: Population): ChurnEvent {
  const { living, least, most, deaths } = population;
  const isAdd = random.float() < 0.6;
  const death = deaths[random.below(deaths.length)];
  const victims = living.size > least ? [...living.keys()].filter((id) => mayDie(id, population)) : [];
  const victim = victims[random.below(Math.max(1, victims.length))];
  if (victim !== undefined && (!isAdd || living.size >= most)) return { kind: 'kill', victim, death };
  return { kind: 'add' };
}

/** Whether every view still has a living quorum, even a view that names all recent members. */
export function mayDie(victim: string, { living, lately }: Pick<Population, 'living' | 'lately'>): boolean {
  if (living.size < 2) return false;
  const rest = [...living.keys()].filter((id) => id !== victim);
  return newest([...living.values()]).every((view) => {
    if (view.members.length === 2 && lately.length === 0) return true;
    const grown = [...new Set([...view.members, ...living.keys(), ...lately])];
    return [view.members, grown].every(
      (members) => quorum({ ...view, members, ring: [] }, rest, []).installed,
    );
  });
}

/** The latest of each lineage: older views have been succeeded. */
function newest(views: readonly (KnownView | undefined)[]): readonly KnownView[] {
  const best = new Map<string, KnownView>();
  for (const view of views)
    if (view && view.generation >= (best.get(view.lineage)?.generation ?? 0)) best.set(view.lineage, view);
  return [...best.values()];
}
