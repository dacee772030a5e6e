// Why a room is refused, for pages in other languages. In English the message of the server, or of this page, says it.
import { say, type Saying } from '../../base/sayings';

/** `refusal`: the server's code, or this page's (readPresence). undefined: it has no sentence of its own. */
export function sayingOfRefusal(refusal: string, room: string): Saying | undefined {
  switch (refusal) {
    case 'room-not-found':
      return say('refused-no-room', room)[1];
    case 'wrong-key':
      return say('refused-wrong-key', room)[1];
    case 'room-forged':
      return say('refused-forged', room)[1];
    case 'wrong-version':
    case 'room-full':
    case 'too-many-peers':
    case 'too-many-rooms':
    case 'id-taken':
    case 'rate-limited':
    case 'key-missing':
    case 'malformed':
      return say(`refused-${refusal}`)[1];
    default:
      return undefined;
  }
}
