// Wrong codes, charged to the address they came from, to the networks around it and to the whole server (R4). This is the
// one place that decides whether an answer reveals that a room exists. Every message that names a code asks that question,
// whatever its kind. Once a budget is spent, questions wait in line and are answered as it fills again (R4g). So their
// number is bounded, and a right code gets in: it costs nothing (R4b), and lines are served address after address and
// socket after socket. Who names a room by its mark does not ask the question, for nobody guesses a mark (R4e);
// nor does a member that is back.
import type { Clock } from '../base/clock';
import { TokenBucket } from '../base/token-bucket';
import { memberIdOf } from '../net/room/member-secret';
import { addressGuessRule, cleanAddressGuesses, totalGuessRule } from './limits';
import { NetworkTable, networksOf } from './networks';
import { findRoom, preciseAddress } from './rooms-state';
import type { RoomMessage, RoomsState } from './rooms-state';

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
  const precise = preciseAddress(message);
  if (precise !== undefined) return state.rooms.has(precise) ? undefined : { doesExist: false };
  const found = findRoom(state, message);
  const room = found.ok ? found.value : undefined;
  const isHere = room && state.places.get(connection)?.room === room.address;
  const isBack = message.kind === 'join' && room?.members.has(memberIdOf(message.memberSecret));
  return isHere || isBack ? undefined : { doesExist: state.codes.has(message.code) };
}

/** One message that names a code. */
export interface Asked {
  readonly address: string;
  readonly connection: string;
  /** Answers it; true when the code was wrong. */
  readonly answer: () => boolean;
  /** Another message of the same connection takes its place in the line. */
  readonly refuse: () => void;
}

/** How often the lines are served. */
const turnMs = 100;

export class GuessLimit {
  readonly #byAddress: NetworkTable;
  readonly #total: TokenBucket;
  /** Who waits: the widest network → the address → the connection. Whoever was answered goes to the end of each line. */
  readonly #lines = new Map<string, Map<string, Map<string, Asked>>>();
  #cancelTurn: (() => void) | undefined;

  constructor(readonly clock: Clock) {
    this.#byAddress = new NetworkTable(addressGuessRule, clock);
    this.#total = new TokenBucket(totalGuessRule, clock);
  }

  /** Answers at once, or in its turn. A connection has one place in the line, and its next question takes it over. */
  ask(asked: Asked): void {
    const { address, connection } = asked;
    const network = widest(address);
    const line = this.#lines.get(network) ?? new Map<string, Map<string, Asked>>();
    if (line.size === 0 && this.#mayAnswer(address)) return this.#answer(asked);
    const connections = line.get(address) ?? new Map<string, Asked>();
    connections.get(connection)?.refuse();
    connections.set(connection, asked);
    line.set(address, connections);
    this.#lines.set(network, line);
    this.#cancelTurn ??= this.clock.after(turnMs, () => this.#serve());
  }

  /** A connection has ended. */
  leave(address: string, connection: string): void {
    const network = widest(address);
    const line = this.#lines.get(network);
    const connections = line?.get(address);
    connections?.delete(connection);
    if (connections?.size === 0) line!.delete(address);
    if (line?.size === 0) this.#lines.delete(network);
  }

  forget(): void {
    this.#byAddress.forget();
  }

  close(): void {
    this.#cancelTurn?.();
  }

  /** May a question from this address be answered (R4d)? */
  #mayAnswer(address: string): boolean {
    const isClean = this.#byAddress.spent(address) < cleanAddressGuesses;
    return this.#byAddress.left(address) >= 1 && (isClean || this.#total.left >= 1);
  }

  /** A wrong code is charged (R4c). */
  #answer({ address, answer }: Asked): void {
    if (!answer()) return;
    this.#byAddress.take(address);
    this.#total.take();
  }

  /** One of each network, again and again, until nobody may be answered. */
  #serve(): void {
    this.#cancelTurn = undefined;
    let networks = [...this.#lines.keys()];
    while (networks.length > 0) networks = networks.filter((network) => this.#serveOne(network));
    if (this.#lines.size > 0) this.#cancelTurn = this.clock.after(turnMs, () => this.#serve());
  }

  /** False when nobody of the network may be answered now. */
  #serveOne(network: string): boolean {
    const line = this.#lines.get(network);
    const [first] = line?.keys() ?? [];
    if (!line || this.#byAddress.widestLeft(first) < 1) return false; // whoever waits
    const address = [...line.keys()].find((one) => this.#mayAnswer(one));
    if (address === undefined) return false;
    const connections = line.get(address)!;
    const [asked] = connections.values();
    toEnd(this.#lines, network);
    toEnd(line, address);
    this.leave(address, asked.connection);
    this.#answer(asked);
    return true;
  }
}

const widest = (address: string): string => networksOf(address)[0].name;

function toEnd<Key, Value>(map: Map<Key, Value>, key: Key): void {
  const value = map.get(key)!;
  map.delete(key);
  map.set(key, value);
}
