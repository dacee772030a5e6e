// A hostile replica of a simulated ring: a whole replica that also sends membership messages of a script's choice, and
// may replace or withhold its own. What honest replicas lost is measured in simulated seconds without a commit.
import { emptyHeader, encodeFrame, decodeFrame } from '../../../../net/frame/frame';
import { decodeMembership, encodeMembership, type MembershipMessage } from '../../../../membership/messages';
import { protocolVersion as protocol } from '../../../peers/hello';
import type { SimulatedReplica, SimulatedRing } from '../../simulated-ring';
import { afterwardsMs } from './every-case';

export function sendView(from: SimulatedReplica, to: SimulatedReplica, message: MembershipMessage): void {
  const bytes = encodeFrame({ ...emptyHeader, type: 'membership' }, encodeMembership(message));
  from.member.hub.send(to.id, 'membership', bytes).catch(() => undefined);
}

/** The member’s own membership messages pass through `change`; undefined withholds one. */
export function changeViews(
  { member }: SimulatedReplica,
  change: (message: MembershipMessage, to: string) => MembershipMessage | undefined,
): void {
  const { hub } = member;
  const send = hub.send.bind(hub);
  hub.send = (to, type, bytes, signal) => {
    if (type !== 'membership') return send(to, type, bytes, signal);
    const frame = decodeFrame(bytes);
    const message = frame.ok ? decodeMembership(frame.value.payload) : undefined;
    if (!message?.ok) return send(to, type, bytes, signal);
    const changed = change(message.value, to);
    if (!changed) return Promise.resolve();
    const other = encodeFrame({ ...emptyHeader, type: 'membership' }, encodeMembership(changed));
    return send(to, type, other, signal);
  };
}

export interface Outcome {
  /** The longest time without a commit at the first honest replica, in ms. */
  readonly longestStopMs: number;
  readonly steps: number;
  /** Honest replicas that are no longer in the first one's view. */
  readonly outside: number;
  /** Honest replicas' warnings that name somebody. */
  readonly named: readonly string[];
}

/** Runs for `ms`, calling `each` every `everyMs`, and tells what `honest` lost. `each` says when the attack is over, for the
 *  hostile member is out: the run ends some seconds later. */
export async function underAttack(
  ring: SimulatedRing,
  honest: readonly SimulatedReplica[],
  ms: number,
  each: () => void | 'over',
  everyMs = 250,
): Promise<Outcome> {
  const [first] = honest;
  const before = first.steps.length;
  const noticed = honest.map(({ notices }) => notices.length);
  let lastMs = ring.clock.now();
  let longestStopMs = 0;
  let seen = before;
  const stop = first.member.on('step', () => undefined);
  let overMs = 0;
  for (let passed = 0; passed < ms && overMs < afterwardsMs; passed += everyMs) {
    if (each() === 'over') overMs += everyMs;
    await ring.runFor(everyMs);
    if (first.steps.length > seen) lastMs = ring.clock.now();
    seen = first.steps.length;
    longestStopMs = Math.max(longestStopMs, ring.clock.now() - lastMs);
  }
  stop();
  const view = first.member.membership.view;
  return {
    longestStopMs,
    steps: first.steps.length - before,
    outside: honest.filter(({ id, member }) => !member.membership.view || !view?.members.includes(id)).length,
    named: [
      ...new Set(
        honest.flatMap(({ notices }, i) =>
          notices.slice(noticed[i]).map((text) => text.replace(/^\d+ /, '')),
        ),
      ),
    ],
  };
}

/** A ring of `size` that trains. */
export async function training(ring: SimulatedRing, size: number): Promise<SimulatedReplica[]> {
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await ring.until('20 steps', () => replicas[0].steps.length >= 20);
  return replicas;
}

/** A linked replica that is never admitted: it asks for nothing. */
export async function guest(ring: SimulatedRing): Promise<SimulatedReplica> {
  const one = ring.add();
  Object.defineProperty(Reflect.get(one.member, 'hellos') as object, 'local', {
    value: () => guestHello(one),
  });
  await ring.runFor(1_000);
  return one;
}

let claimed: object | null = null;

/** What the guest's hello says of its ring. */
export function claim(ring: object | null): void {
  claimed = ring;
}

function guestHello({ member }: SimulatedReplica): object {
  const { name } = member.options;
  return {
    ...{ protocol: protocol, name, backend: 'cpu', device: 'a guest', isSoftware: false },
    ...{
      config: claimed ? (member.hellos.ring()?.config ?? null) : null,
      plan: null,
      ring: claimed,
      wantsIn: false,
    },
  };
}
