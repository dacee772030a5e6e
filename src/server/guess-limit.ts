// Wrong codes, charged to the address they came from and to all together (R4). The one place that decides whether an
// answer tells that a room of a code exists: any message that names a code asks it, whatever its kind. A question that
// the budget does not cover is refused before it is looked at, right code or wrong: else the refusal would tell.
// A join with the right code costs nothing, and who shows that it was in the room does not ask at all.
import type { Clock } from '../base/clock';
import { BucketTable } from './bucket-table';
import { addressGuessRule, cleanAddressGuesses, totalGuessRule } from './limits';
import type { RoomMessage, RoomsState } from './rooms';

/** What the answer to a message tells about a room, before it is told. */
export interface CodeQuestion {
  readonly doesExist: boolean;
}

/** The question that `message` asks about a code; undefined when its sender learns nothing by the answer. */
export function codeQuestion(
  state: RoomsState,
  connection: string,
  message: RoomMessage,
): CodeQuestion | undefined {
  if (!('code' in message) || typeof message.code !== 'string') return undefined;
  const room = state.rooms.get(message.code);
  const isMember = state.places.get(connection)?.code === message.code;
  if (isMember || (room && message.kind === 'join' && knows(room, message))) return undefined;
  return { doesExist: room !== undefined };
}

type Room = RoomsState['rooms'] extends ReadonlyMap<string, infer R> ? R : never;
type Join = Extract<RoomMessage, { kind: 'join' }>;

/** Only who was in the room has a member's secret or the room's description. */
function knows({ description, members }: Room, { memberId, memberSecret, ...join }: Join): boolean {
  const isBack = members.some(({ entry, secret }) => entry.memberId === memberId && secret === memberSecret);
  return isBack || join.description?.keyCheck === description.keyCheck;
}

export class GuessLimit {
  readonly #byAddress: BucketTable;
  readonly #total: BucketTable;

  constructor(clock: Clock) {
    this.#byAddress = new BucketTable(addressGuessRule, clock);
    this.#total = new BucketTable(totalGuessRule, clock);
  }

  /** May a question of this address be answered? */
  mayAsk(address: string): boolean {
    const left = this.#byAddress.left(address);
    const isClean = left > addressGuessRule.capacity - cleanAddressGuesses;
    return left >= 1 && (isClean || this.#total.left('') >= 1);
  }

  /** Charges what was answered; true when the code was wrong. */
  charge(address: string, { doesExist }: CodeQuestion): boolean {
    if (doesExist) return false;
    this.#byAddress.take(address);
    this.#total.take('');
    return true;
  }

  forget(): void {
    this.#byAddress.forget();
  }
}
