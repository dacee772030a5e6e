// How many messages and bytes a socket, its room and its address may send (R4). A message beyond the socket's budget is
// an offence of that socket; a message beyond the room's or the address's budget is not (R4a). Each socket also has a
// share that passes even then, so that a neighbour's flood keeps nobody from joining.
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

/** Which budget is spent; undefined: the message may pass. */
export type SpentBudget = 'socket' | 'room' | 'address' | undefined;

/** A budget of one socket: messages and bytes, each under its rule. */
class SocketBudget {
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
  /** `bytes`: the message as JSON. `room`: the room that the socket is in. */
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
    const whole = new SocketBudget(this.#clock, messageRule, messageBytesRule);
    const share = new SocketBudget(this.#clock, shareMessageRule, shareBytesRule);
    return {
      spend: (bytes, room) => {
        if (!whole.take(bytes)) return 'socket';
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
