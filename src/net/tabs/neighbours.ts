// Members to which a link needs no network: tabs of one browser, replicas of one machine (L20).
import type { RelayKeys, RelayParty } from '../relay/relay-key';
import type { PackedHandover } from '../wires/channel-handover';

export interface Meeting {
  /** Room, ids and call: both sides name it. */
  readonly key: string;
  readonly peer: string;
  /** The keys by which the two prove to each other that they hold the room's key; undefined: this side does not hold it. */
  readonly relayKeys: (caller: RelayParty, answerer: RelayParty) => RelayKeys | undefined;
}

export interface Neighbours {
  /** Never rejects. */
  isHere(member: string): Promise<boolean>;
  /** This side's end of a link; undefined: the other side did not come. Never rejects. */
  meet(meeting: Meeting): Promise<PackedHandover | undefined>;
  close(): void;
}
