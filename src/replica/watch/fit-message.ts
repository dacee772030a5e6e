// A view of the ring must fit in its message (R19). Its parts are bounded, but not so small that all of them at their
// largest would fit: then it loses what a wall misses least. Pure.
import { maxPictureText } from '../../net/room/room-messages';
import { roomFor } from '../../net/room/sealed-text';
import type { RingMessage } from './ring-message';

/** Bytes of JSON. All of it is ASCII. */
const messageRoom = roomFor(maxPictureText);

const losses: readonly ((message: RingMessage) => RingMessage)[] = [
  thinned,
  thinned,
  (message) => ({ ...message, changes: message.changes.slice(-4) }),
  ({ question, ...message }) => ({ ...message, question: question && { ...question, run: undefined } }),
];

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
