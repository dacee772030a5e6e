// The last hello of each linked peer, and this replica's own, which is sent when a link opens and whenever it changes.
// From them follows which newcomers may be admitted, and which ring a newcomer should join.
import { forgetOldest } from '../../base/forget-oldest';
import { inFull, say } from '../../base/sayings';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../base/result';
import type { MemberId, View } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import { helloSchema, protocolVersion, type Hello } from './hello';
import { jsonOf, type Hub } from './hub';
import { canonical, configText, type RunConfig } from '../run/run-config';

export type HelloRefusal = 'malformed' | 'wrong-version' | 'wrong-config';

/** Lineages whose latest run is remembered. */
const mostLineages = 16;
/** No ring has so many runs. A larger number is false, and would leave no room for the next run. */
const mostRuns = 2 ** 32;

export class Hellos {
  readonly #peers = new Map<MemberId, Hello>();
  /** Lineage → the latest run that any peer named, also a peer that is gone. */
  readonly #runs = new Map<string, number>();
  /** Peers that named a ring which never let this replica in, and until when that is not believed. */
  readonly #disbelievedUntilMs = new Map<MemberId, number>();
  #last = '';

  constructor(
    readonly hub: Hub,
    readonly local: () => Hello,
  ) {
    hub.on('opened', ({ peer }) => hub.sendJson(peer, 'hello', local()));
    hub.on('closed', ({ peer }) => this.#peers.delete(peer));
  }

  of(peer: MemberId): Hello | undefined {
    return this.#peers.get(peer);
  }

  /** The ring that the peer names, unless it is not believed. */
  ringOf(peer: MemberId): Hello['ring'] {
    if (this.hub.clock.now() < (this.#disbelievedUntilMs.get(peer) ?? 0)) return null;
    return this.#peers.get(peer)?.ring ?? null;
  }

  /** Linked peers that name this lineage as their ring's. */
  claimers(lineage: string): MemberId[] {
    return [...this.#peers.keys()].filter((peer) => this.ringOf(peer)?.lineage === lineage);
  }

  /** The ring of these peers counts no more for so long. */
  disbelieve(peers: readonly MemberId[], forMs: number): void {
    const untilMs = this.hub.clock.now() + forMs;
    for (const peer of peers) this.#disbelievedUntilMs.set(peer, untilMs);
    for (const [peer, ms] of this.#disbelievedUntilMs)
      if (ms < this.hub.clock.now()) this.#disbelievedUntilMs.delete(peer);
  }

  /** Sends the hello to every peer, if it changed since the last time. */
  sendToAll(): void {
    const hello = this.local();
    const text = canonical(hello);
    if (text === this.#last) return;
    this.#last = text;
    for (const peer of this.hub.peers()) this.hub.sendJson(peer, 'hello', hello);
  }

  /** The peer's hello, or why the peer cannot train with this replica. */
  take(from: MemberId, frame: Frame): Result<Hello, HelloRefusal> {
    const parsed = v.safeParse(helloSchema, jsonOf(frame));
    if (!parsed.success) {
      const why = `its hello is malformed: ${parsed.issues[0].message}`;
      return fail('malformed', inFull(say('hello-malformed'), why));
    }
    const hello = parsed.output;
    if (hello.protocol !== protocolVersion)
      return fail('wrong-version', say('speaks-protocol', { theirs: hello.protocol, ours: protocolVersion }));
    this.#peers.set(from, hello);
    if (hello.ring && hello.ring.run <= mostRuns) this.#noteRun(hello.ring.lineage, hello.ring.run);
    const own = this.local();
    const isSameRun = own.config && hello.config && isSame(own.config, hello.config);
    if (isSameRun && own.plan && hello.plan && own.plan !== hello.plan)
      return fail('wrong-config', say('plan-differs'));
    return ok(hello);
  }

  /** The latest run of this lineage that any peer named; 0: none. */
  lastRun(lineage: string): number {
    return this.#runs.get(lineage) ?? 0;
  }

  #noteRun(lineage: string, run: number): void {
    const known = this.lastRun(lineage);
    this.#runs.delete(lineage);
    this.#runs.set(lineage, Math.max(known, run));
    forgetOldest(this.#runs, mostLineages);
  }

  /** Linked peers outside `view` that are ready and ask to be admitted. */
  candidates(view: View | undefined): MemberId[] {
    const own = this.local();
    return [...this.#peers]
      .filter(([peer, hello]) => hello.wantsIn && this.hub.has(peer) && !view?.members.includes(peer))
      .filter(([, hello]) => hello.plan === own.plan && isSame(hello.config, own.config))
      .map(([peer]) => peer)
      .sort();
  }

  /** What linked peers that are in a ring say of it; `among`: those of these. */
  rings(among?: readonly MemberId[]): readonly NonNullable<Hello['ring']>[] {
    return [...this.#peers].flatMap(([peer, { ring }]) =>
      ring && (among?.includes(peer) ?? true) ? [ring] : [],
    );
  }

  /** Whether every linked sponsor says that this replica was removed for good (H6, H10). */
  isTurnedAway(self: MemberId): boolean {
    const rings = this.#sponsorsRings();
    return rings.length > 0 && rings.every(({ kicked }) => kicked.includes(self));
  }

  #sponsorsRings(): readonly NonNullable<Hello['ring']>[] {
    return [...this.#peers].flatMap(([peer, { ring }]) => (ring?.sponsors.includes(peer) ? [ring] : []));
  }

  /** The door that shuts this replica out, by every linked sponsor (H14); undefined: none does. */
  doorAgainst(self: MemberId): 'asks' | 'locked' | undefined {
    const rings = this.#sponsorsRings();
    const isShut = rings.length > 0 && rings.every(({ shutOut }) => shutOut?.includes(self));
    return isShut ? rings[0].door : undefined;
  }

  /** The ring that a newcomer should join (S4); undefined when none is known. Of lineages that more than half as many
   *  linked peers name as any other, the one with the most examples: one liar's large number draws nobody away. */
  ring(): Hello | undefined {
    const groups = new Map<string, (Hello & { ring: NonNullable<Hello['ring']> })[]>();
    for (const [peer, hello] of this.#peers) {
      const ring = this.ringOf(peer);
      if (ring && hello.config)
        groups.set(ring.lineage, [...(groups.get(ring.lineage) ?? []), { ...hello, ring }]);
    }
    const most = Math.max(0, ...[...groups.values()].map((group) => group.length));
    const likely = [...groups.values()].filter((group) => 2 * group.length > most);
    let best: { readonly hello: Hello; readonly examples: number } | undefined;
    for (const group of likely) {
      const examples = lowerMedian(group.map(({ ring }) => ring.examples));
      const texts = group.map(({ config }) => configText(config!));
      const votes = texts.map((text) => texts.filter((other) => other === text).length);
      const hello = group[votes.indexOf(Math.max(...votes))];
      if (!best || examples > best.examples) best = { hello, examples };
    }
    return best?.hello;
  }

  /** The linked sponsors of that ring: those that more than half of its linked members name (M15). */
  sponsors(): MemberId[] {
    const lineage = this.ring()?.ring?.lineage;
    if (lineage === undefined) return [];
    const claimers = this.claimers(lineage);
    const named = claimers.map((peer) => this.ringOf(peer)?.sponsors ?? []);
    return claimers.filter((peer) => 2 * named.filter((list) => list.includes(peer)).length > named.length);
  }

  /** The last applied command of the ring that a newcomer should join, as at least half of its linked sponsors say, or more
   *  (H28); undefined: most do not say. */
  applied(): number | undefined {
    const sponsors = this.sponsors();
    const said = sponsors.flatMap((peer) => this.ringOf(peer)?.applied ?? []);
    return 2 * said.length > sponsors.length ? lowerMedian(said) : undefined;
  }
}

/** The lower median of several claims: half of them are at least as large, so that a single liar among three raises
 *  nothing. */
export function lowerMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

function isSame(a: RunConfig | null, b: RunConfig | null): boolean {
  return a === b || (a !== null && b !== null && configText(a) === configText(b));
}
