// A hostile member that is a real replica but for its records: it says what the test wants, and counts on it itself.
import { vi } from 'vitest';
import type { HeaderRecord } from '../../header/header-record';
import { HeaderRounds } from '../../header/header-rounds';
import type { SimulatedReplica } from '../simulated-ring';

/** The replica says from its next record on `lie` of what it would have said. */
export function sayFalsely({ member }: SimulatedReplica, lie: (record: HeaderRecord) => HeaderRecord): void {
  const { open } = HeaderRounds.prototype;
  const rounds = roundsOf(member);
  rounds.open = (round, own, signal) => open.call(rounds, round, lie(own), signal);
}

/** A trainer hands records to its rounds, which nobody else sees. */
function roundsOf({ trainer }: SimulatedReplica['member']): HeaderRounds {
  const found: HeaderRounds[] = [];
  const spy = vi.spyOn(HeaderRounds.prototype, 'take').mockImplementation(function (this: HeaderRounds) {
    found.push(this);
    return false;
  });
  const key = { lineage: '00000000', generation: 0, round: 0 };
  trainer.takeRecord('', { key, rank: 0, bytes: new Uint8Array(), isFlooded: false });
  spy.mockRestore();
  return found[0];
}
