// A replica's flight record as data: who it is, which peers it knows, and what the recorder remembers. Then the counts of
// frames by peer and type, and the headers of the last frames. Nothing in it opens a room or commands a ring.
import type { FlightLine } from '../../base/flight-recorder';
import { protocolVersion } from '../peers/hello';
import type { RingMember } from './ring-member';

interface FlightAbout {
  readonly kind: 'about';
  readonly [field: string]: unknown;
}

export interface FlightRecord {
  /** The first line. */
  readonly about: FlightAbout;
  /** The lines by time. */
  readonly lines: readonly FlightLine[];
  /** The lines at the end: counts of frames, then the last headers. */
  readonly frames: readonly FlightLine[];
}

/** `epochMs`: the wall clock's time now. */
export function flightRecord(member: RingMember, epochMs: number): FlightRecord {
  const { recorder, hub, options } = member;
  const { view } = member.membership;
  const held = member.replica.held;
  const ready = member.replica.ready;
  const offsetMs = epochMs - options.clock.now();
  const at = (ms: number): number => Math.round(10 * (ms + offsetMs)) / 10;
  const { malformed, unsent, log } = hub;
  const known = new Set([options.self, ...(view?.members ?? []), ...hub.peers()]);
  const counts = log?.counts() ?? [];
  for (const { peer } of counts) known.add(peer);
  return {
    about: {
      kind: 'about',
      at: epochMs,
      record: 'lockstep flight record',
      protocol: protocolVersion,
      self: options.self,
      name: member.names.announced,
      engine: ready ? `${ready.engine.backend}, ${ready.engine.device}` : undefined,
      model: ready?.config.model.name,
      phase: member.phase,
      lineage: view?.lineage,
      generation: view?.generation,
      members: view?.members ?? [],
      names: Object.fromEntries([...known].map((id) => [id, member.nameOf(id)])),
      step: held?.state.step,
      version: held?.state.version,
      digest: held?.digest,
      counters: {
        ...member.trainer.counters,
        ...member.trainer.router.counters,
        viewChanges: member.viewChanges,
        malformed,
        unsent,
      },
      noted: recorder.noted,
    },
    lines: recorder.lines(epochMs),
    frames: [
      ...counts.map(({ peer, direction, type, count, lastMs }) => ({
        at: at(lastMs),
        kind: 'frames',
        peer,
        direction,
        type,
        count,
      })),
      ...(log?.recent() ?? []).map(({ atMs, ...frame }) => ({ at: at(atMs), kind: 'frame', ...frame })),
    ],
  };
}
