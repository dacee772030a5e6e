// A member that lies in its records, among honest ones on the simulated network: what it says of itself, what it passes on
// in others' names, and which frames it adds. All else of it is honest. And what an attack cost: the longest time without
// a step of the honest ones, and whom their screens named meanwhile.
import { readRecordFrame, encodeRecordFrame } from '../../../../collectives/record-frame';
import type { RecordMessage } from '../../../../collectives/all-gather-records';
import { decodeFrame } from '../../../../net/frame/frame';
import { rankOf } from '../../../../membership/view';
import { decodeRecord, encodeRecord, type HeaderRecord } from '../../../header/header-record';
import { testConfig } from '../../real-ring';
import { afterwardsMs } from './every-case';
import { SimulatedRing, type SimulatedReplica, type SimulatedRingOptions } from '../../simulated-ring';

export interface AttackScene {
  readonly ring: SimulatedRing;
  readonly honest: readonly SimulatedReplica[];
  readonly hostile: SimulatedReplica;
}

/** A running ring of `size`, of which the member with index `at` will lie. A gradient takes about 200 ms. */
export async function attackScene(
  size: number,
  { at = size - 1, ...options }: Partial<SimulatedRingOptions> & { readonly at?: number } = {},
): Promise<AttackScene> {
  const ring = new SimulatedRing({
    ...{ seed: 360 + size, config: { ...testConfig, steps: 100_000, evaluateEvery: 0 } },
    computeMs: () => 200,
    ...options,
  });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await ring.until('10 steps', () => replicas.every(({ steps }) => steps.length >= 10));
  return { ring, hostile: replicas[at], honest: replicas.filter((_, index) => index !== at) };
}

/** Each record of this member says from now on what `change` makes of it, to each receiver. `added`: further messages
 *  to the same receiver, sent before it. */
export function lies(
  { member }: SimulatedReplica,
  change: (record: HeaderRecord, to: string, round: number) => HeaderRecord | Uint8Array,
  added: (message: RecordMessage, record: HeaderRecord, to: string) => readonly RecordMessage[] = () => [],
): () => void {
  const { hub, options } = member;
  const plain = hub.send.bind(hub);
  hub.send = async (to, type, bytes, signal) => {
    const frame = type === 'record' ? decodeFrame(bytes) : undefined;
    const read = frame?.ok ? readRecordFrame(options.self, frame.value) : undefined;
    const { view } = member.membership;
    if (!read?.ok || !view || read.value.rank !== rankOf(view, options.self))
      return plain(to, type, bytes, signal);
    const record = decodeRecord(read.value.bytes);
    if (!record.ok) throw new Error('its own record is a sound one');
    for (const message of added(read.value, record.value, to))
      await plain(to, 'record', encodeRecordFrame(message), signal);
    const changed = change(record.value, to, read.value.key.round);
    const said = changed instanceof Uint8Array ? changed : encodeRecord(changed);
    return plain(to, 'record', encodeRecordFrame({ ...read.value, bytes: said }), signal);
  };
  return () => void (hub.send = plain);
}

/** Between two looks at who is in the ring. */
const lookMs = 1_000;

export interface AttackCost {
  /** The longest time in which no honest member finished a step. */
  readonly lostMs: number;
  /** Notices of honest members since, without their times. */
  readonly said: readonly string[];
  /** How long it was looked at. */
  readonly ranMs: number;
}

/** Runs on for `ms`, or until the liar is long gone, and says what that cost. */
export async function costOf({ ring, honest, hostile }: AttackScene, ms: number): Promise<AttackCost> {
  const begunMs = ring.clock.now();
  const noticed = honest.map(({ notices }) => notices.length);
  const times = [begunMs];
  const stops = honest.map(({ member }) => member.on('step', () => void times.push(ring.clock.now())));
  const isGone = (): boolean =>
    honest.every(({ member }) => member.membership.view?.members.includes(hostile.id) === false);
  const leftMs = (): number => begunMs + ms - ring.clock.now();
  while (leftMs() > 0 && !isGone()) await ring.runFor(Math.min(lookMs, leftMs()));
  if (leftMs() > 0) await ring.runFor(Math.min(afterwardsMs, leftMs()));
  for (const stop of stops) stop();
  times.push(ring.clock.now());
  const lostMs = Math.round(Math.max(...times.map((time, at) => time - (times[at - 1] ?? time))));
  const said = honest.flatMap(({ notices }, at) =>
    notices.slice(noticed[at]).map((text) => text.replace(/^\d+ /, '')),
  );
  return { lostMs, said: [...new Set(said)], ranMs: ring.clock.now() - begunMs };
}

/** What broke a rule, except for what the liar did. */
export function honestViolations({ ring, hostile }: AttackScene): readonly string[] {
  const { name } = hostile.member.options;
  return ring.violations.filter((text) => !text.includes(name));
}

/** One line for the report, with the seed by which it repeats. */
export function report(what: string, { ring }: AttackScene, { lostMs, said }: AttackCost): void {
  const { seed } = ring as unknown as { readonly seed?: number };
  console.info(
    `${what}, seed ${seed ?? 360 + ring.replicas.length}: ${lostMs} ms without a step; said: ${said.slice(0, 6).join(' | ')}`,
  );
}
