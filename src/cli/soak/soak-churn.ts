// What the soak does next: pure. Replicas are added (60 %) and killed (40 %), but never so that the members left
// could not decide (S4): more than half lost at once is for the host to answer, not for the ring. Of two, either
// may be killed: the survivor goes on by itself after 10 s.
import type { Prng } from '../../base/prng';
import { quorum } from '../../membership/quorum';

export type Death =
  | 'silent' // SIGKILL: nothing is said, links fall silent
  | 'dropped' // links close under the peers, without a goodbye
  | 'leave'; // with a goodbye

export type ChurnEvent =
  { readonly kind: 'add' } | { readonly kind: 'kill'; readonly victim: string; readonly death: Death };

export interface Population {
  /** Replicas that live, by id, with the view that each lives in. */
  readonly living: ReadonlyMap<string, KnownView | undefined>;
  /** Killed lately: a view being agreed on may still name them. */
  readonly lately: readonly string[];
  /** Bounds of how many live at once. */
  readonly least: number;
  readonly most: number;
  readonly deaths: readonly Death[];
}

export interface KnownView {
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

/** Would every view still have a quorum alive, also one that names all who lived lately? */
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

/** Of each lineage: older views have been succeeded. */
function newest(views: readonly (KnownView | undefined)[]): readonly KnownView[] {
  const best = new Map<string, KnownView>();
  for (const view of views)
    if (view && view.generation >= (best.get(view.lineage)?.generation ?? 0)) best.set(view.lineage, view);
  return [...best.values()];
}
