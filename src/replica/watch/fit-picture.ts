// A picture must fit in its message (R19). Its parts are bounded, but not so small that all of them at their largest would
// fit: then it loses what a wall misses least. Pure.
import { maxPictureText } from '../../net/room/room-messages';
import { roomFor } from '../../net/room/sealed-text';
import type { SentPicture } from './ring-picture';

/** Bytes of JSON. All of it is ASCII. */
const pictureRoom = roomFor(maxPictureText);

const losses: readonly ((picture: SentPicture) => SentPicture)[] = [
  thinned,
  thinned,
  ({ settings: _, ...picture }) => picture,
  ({ question, ...picture }) => ({
    ...picture,
    ...(question && { question: { ...question, run: undefined } }),
  }),
];

export function fitted(picture: SentPicture): SentPicture {
  let smaller = picture;
  for (const lose of losses) {
    if (JSON.stringify(smaller).length <= pictureRoom) break;
    smaller = lose(smaller);
  }
  return smaller;
}

/** Every other point of the loss, the last one among them. */
function thinned({ curve, ...picture }: SentPicture): SentPicture {
  return { ...picture, curve: curve.filter((_, at) => (curve.length - 1 - at) % 2 === 0) };
}
