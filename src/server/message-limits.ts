// How many messages and bytes a socket, its room and its address may send (R4). A message beyond the socket's budget is
// an offence of that socket; a message beyond the room's or the address's budget is not (R4a). Each socket also has a
// share that passes even then, so that a neighbour's flood keeps nobody from joining.
import { BucketTable } from '../base/bucket-table';
import type { Clock } from '../base/clock';
import { TokenBucket, type BucketRule } from '../base/token-bucket';
import {
  addressBytesRule,
  addressMessageRule,
  messageBytesRule,
  messageRule,
  roomBytesRule,
  roomMessageRule,
  shareBytesRule,
  shareMessageRule,
} from './limits';
import { NetworkTable } from './networks';

/** Which budget is spent; undefined: the message may pass. */
export type SpentBudget = 'socket' | 'room' | 'address' | undefined;

export interface SocketMessages {
  /** `bytes`: the message as JSON. `room`: the room that the socket is in. */
  spend(bytes: number, room: string | undefined): SpentBudget;
}

export class MessageLimits {
  readonly #tables: readonly (BucketTable | NetworkTable)[];
  readonly #room: readonly [BucketTable, BucketTable];
  readonly #address: readonly [NetworkTable, NetworkTable];

  constructor(private readonly clock: Clock) {
    this.#room = [new BucketTable(roomMessageRule, clock), new BucketTable(roomBytesRule, clock)];
    this.#address = [new NetworkTable(addressMessageRule, clock), new NetworkTable(addressBytesRule, clock)];
    this.#tables = [...this.#room, ...this.#address];
  }

  socket(address: string): SocketMessages {
    const budget = (messages: BucketRule, bytes: BucketRule): Budget => [
      new TokenBucket(messages, this.clock),
      new TokenBucket(bytes, this.clock),
    ];
    const whole = budget(messageRule, messageBytesRule);
    const share = budget(shareMessageRule, shareBytesRule);
    return {
      spend: (bytes, room) => {
        if (!takeBoth(whole, bytes)) return 'socket';
        if (takeBoth(share, bytes)) return undefined;
        if (!takeOf(this.#address, address, bytes)) return 'address';
        if (room !== undefined && !takeOf(this.#room, room, bytes)) return 'room';
        return undefined;
      },
    };
  }

  forget(): void {
    this.#tables.forEach((table) => table.forget());
  }
}

/** A budget of one socket. */
type Budget = readonly [messages: TokenBucket, bytes: TokenBucket];

function takeBoth([messages, bytes]: Budget, size: number): boolean {
  return bytes.left >= size && messages.take() && bytes.take(size);
}

function takeOf(
  [messages, bytes]: readonly [BucketTable | NetworkTable, BucketTable | NetworkTable],
  key: string,
  size: number,
): boolean {
  return bytes.left(key) >= size && messages.take(key) && bytes.take(key, size);
}
