// Wrong codes, charged to the address they came from and to the whole server (R4). This is the one place that decides
// whether an answer reveals that a room exists. Every message that names a code asks that question, whatever its kind.
// Once the budget is spent, a question is refused before the code is looked up, so the refusal reveals nothing. A right
// code costs nothing (R4b). A former member that proves itself does not ask the question.
import { BucketTable } from '../base/bucket-table';
import type { Clock } from '../base/clock';
import { addressGuessRule, cleanAddressGuesses, totalGuessRule } from './limits';
import type { Room, RoomMessage, RoomsState } from './rooms-state';

/** What the answer to a message would reveal about a room. */
export interface CodeQuestion {
  readonly doesExist: boolean;
}

/** The question that `message` asks about a code; undefined when its sender learns nothing from the answer. */
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

type Join = Extract<RoomMessage, { kind: 'join' }>;

/** Only a former member has a member's secret or the room's description (R4e). */
function knows({ description, members }: Room, { memberId, memberSecret, ...join }: Join): boolean {
  const isBack = members.get(memberId)?.secret === memberSecret;
  return isBack || join.description?.keyCheck === description.keyCheck;
}

export class GuessLimit {
  readonly #byAddress: BucketTable;
  readonly #total: BucketTable;

  constructor(clock: Clock) {
    this.#byAddress = new BucketTable(addressGuessRule, clock);
    this.#total = new BucketTable(totalGuessRule, clock);
  }

  /** May a question from this address be answered (R4d)? */
  mayAsk(address: string): boolean {
    const left = this.#byAddress.left(address);
    const isClean = left > addressGuessRule.capacity - cleanAddressGuesses;
    return left >= 1 && (isClean || this.#total.left('') >= 1);
  }

  /** Charges an answered question; true when the code was wrong (R4c). */
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
