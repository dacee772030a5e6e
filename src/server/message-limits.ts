// How many messages, and how many bytes of them, a socket, its room and its address may send (R4). What its own budget
// refuses is the socket's offence; what the room's or the address's refuses is not, and a share of each socket's own
// passes even then, so that a neighbour who floods keeps nobody from joining.
import type { Clock } from '../base/clock';
import { fullBucket, take, type Bucket, type BucketRule } from '../base/token-bucket';
import { BucketTable } from './bucket-table';
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

/** Whose budget is spent; undefined: the message may pass. */
export type SpentBudget = 'socket' | 'room' | 'address' | undefined;

/** A number of messages and the bytes in them, both within their rules. */
class OwnBudget {
  #messages: Bucket;
  #bytes: Bucket;

  constructor(
    readonly clock: Clock,
    readonly messageRule: BucketRule,
    readonly bytesRule: BucketRule,
  ) {
    this.#messages = fullBucket(messageRule, clock.now());
    this.#bytes = fullBucket(bytesRule, clock.now());
  }

  take(bytes: number): boolean {
    const nowMs = this.clock.now();
    const messages = take(this.#messages, this.messageRule, nowMs);
    const size = take(this.#bytes, this.bytesRule, nowMs, bytes);
    if (messages.isAllowed && size.isAllowed) [this.#messages, this.#bytes] = [messages.bucket, size.bucket];
    return messages.isAllowed && size.isAllowed;
  }
}

export interface SocketMessages {
  /** `bytes`: of the message as JSON. `room`: where the socket is a member. */
  spend(bytes: number, room: string | undefined): SpentBudget;
}

export class MessageLimits {
  readonly #clock: Clock;
  readonly #tables: readonly BucketTable[];
  readonly #room: readonly [BucketTable, BucketTable];
  readonly #address: readonly [BucketTable, BucketTable];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#room = [new BucketTable(roomMessageRule, clock), new BucketTable(roomBytesRule, clock)];
    this.#address = [new BucketTable(addressMessageRule, clock), new BucketTable(addressBytesRule, clock)];
    this.#tables = [...this.#room, ...this.#address];
  }

  socket(address: string): SocketMessages {
    const own = new OwnBudget(this.#clock, messageRule, messageBytesRule);
    const share = new OwnBudget(this.#clock, shareMessageRule, shareBytesRule);
    return {
      spend: (bytes, room) => {
        if (!own.take(bytes)) return 'socket';
        if (share.take(bytes)) return undefined;
        if (!takeBoth(this.#address, address, bytes)) return 'address';
        if (room !== undefined && !takeBoth(this.#room, room, bytes)) return 'room';
        return undefined;
      },
    };
  }

  forget(): void {
    this.#tables.forEach((table) => table.forget());
  }
}

function takeBoth(
  [messages, bytes]: readonly [BucketTable, BucketTable],
  key: string,
  size: number,
): boolean {
  return bytes.left(key) >= size && messages.take(key) && bytes.take(key, size);
}
