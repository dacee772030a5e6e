// Why a room is refused. In English the message of the server, or of this page, says it.
import { inFull, logged, say, type Saying } from '../../base/sayings';

/** `refusal`: the server's code, or this page's (readPresence). `says`: of it, in English at least. */
export function sayingOfRefusal(refusal: string, room: string, says: Saying): Saying {
  if (says.code !== 'unexpected') return says;
  const coded = ofCode(refusal, room);
  return coded ? inFull(coded, logged(says)) : says;
}

function ofCode(refusal: string, room: string): Saying | undefined {
  switch (refusal) {
    case 'room-not-found':
      return say('refused-no-room', { room });
    case 'several-rooms':
      return say('refused-several-rooms', { room });
    case 'wrong-key':
      return say('refused-wrong-key', { room });
    case 'room-forged':
      return say('refused-forged', { room });
    case 'wrong-version':
    case 'room-full':
    case 'too-many-peers':
    case 'too-many-rooms':
    case 'id-taken':
    case 'rate-limited':
    case 'key-missing':
    case 'malformed':
      return say(`refused-${refusal}`);
    default:
      return undefined;
  }
}
