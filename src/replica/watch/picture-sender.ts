// When a member's page sends what it observes of the ring to the observers (R19): one member speaks for its ring, and only
// while somebody watches (R19e). A change goes out twice a second, and an unchanged view every few seconds, as a sign of life. News
// (another view, a member not heard, another phase) goes out at once, ahead of its turn: later pictures make up for it. It is
// driven by the replica's snapshots, which come twice a second at least and are not throttled in a hidden tab.
import type { Clock } from '../../base/clock';
import type { ReplicaEvent, Snapshot } from '../protocol';
import type { RingView } from '../ring-view';
import { packMessage, type RingMessage } from './ring-message';
import { maxPictureText } from '../../net/room/room-messages';
import { roomFor } from '../../net/room/sealed-text';

export const pictureEveryMs = 500;
export const signOfLifeMs = 3_000;
/** News comes so much before its turn: three pictures at once, where a member may send four (R19a). */
const newsAheadMs = 2 * pictureEveryMs;

export interface PictureSenderDeps {
  readonly clock: Clock;
  /** Somebody watches, and this member is the one that speaks. */
  readonly isWanted: () => boolean;
  readonly show: (picture: RingMessage) => void;
  /** Pieces of the model go out too: pictures leave them half of what a member may send (R19a). */
  readonly isSharing?: () => boolean;
}

export class PictureSender {
  #sentMs = -Infinity;
  /** When the turn of the next picture comes. */
  #dueMs = -Infinity;
  #shown = '';
  #shownNews = '';

  constructor(private readonly deps: PictureSenderDeps) {}

  /** Another message goes out in place of the next picture: together they keep what a member may send (R19a). */
  giveTurn(): void {
    this.#dueMs = Math.max(this.deps.clock.now(), this.#dueMs) + pictureEveryMs;
  }

  receive(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#consider(event.snapshot);
  }

  #consider(view: RingView): void {
    const { clock, isWanted, show, isSharing } = this.deps;
    if (!isWanted()) return;
    const nowMs = clock.now();
    const news = newsIn(view);
    const aheadMs = news === this.#shownNews ? 0 : newsAheadMs;
    if (nowMs < this.#dueMs - aheadMs) return;
    const message = packMessage(view, clock.epochMs());
    if (!message) return;
    const { sentMs: _, ...content } = message;
    const text = JSON.stringify(content);
    if (text === this.#shown && nowMs - this.#sentMs < signOfLifeMs) return;
    this.#shown = text;
    this.#shownNews = news;
    this.#sentMs = nowMs;
    this.#dueMs = Math.max(nowMs, this.#dueMs) + (isSharing?.() ? 2 : 1) * pictureEveryMs;
    show(fitted(message));
  }
}

/** What a class looks for at once: the view, who of it can be heard and contributes, and the phase. */
function newsIn({ ringPhase, generation, isEnded, door, host, ring }: RingView): string {
  return JSON.stringify([ringPhase, generation, isEnded, door, host, ring]);
}

/** The first member of the view that `self` can hear and that the server knows speaks for the ring. */
export function speaksFor(
  { peers, self }: Pick<Snapshot, 'peers' | 'self'>,
  atServer: readonly string[],
): boolean {
  const heard = peers.filter(
    ({ rank, state, isSelf }) => rank !== undefined && (isSelf || state === 'member'),
  );
  const [first] = heard.filter(({ id }) => atServer.includes(id)).sort((a, b) => a.rank! - b.rank!);
  return first?.id === self;
}

/** Bytes of JSON. All of it is ASCII. */
const messageRoom = roomFor(maxPictureText);

const losses: readonly ((message: RingMessage) => RingMessage)[] = [
  thinned,
  thinned,
  (message) => ({ ...message, changes: message.changes.slice(-4) }),
  ({ question, ...message }) => ({ ...message, question: question && { ...question, run: undefined } }),
];

/** A view of the ring must fit in its message (R19). Its parts are bounded, but not so small that all of them at
 *  their largest would fit: then it loses what a wall misses least. Pure. */
export function fitted(message: RingMessage): RingMessage {
  let smaller = message;
  for (const lose of losses) {
    if (JSON.stringify(smaller).length <= messageRoom) break;
    smaller = lose(smaller);
  }
  return smaller;
}

/** Every other point of the loss, the last one among them. */
function thinned({ curve, ...message }: RingMessage): RingMessage {
  return { ...message, curve: curve.filter((_, at) => (curve.length - 1 - at) % 2 === 0) };
}
