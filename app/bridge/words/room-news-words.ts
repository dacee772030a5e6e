// What is known of a room before joining, in a sentence. An unknown number is left out.
import type { RoomNews } from '../../../src/replica/protocol';
import { formatCount } from './format';

export interface NewsWords {
  readonly text: string;
  /** bad: nobody can join in this way. */
  readonly tone: 'good' | 'plain' | 'bad';
}

/** `news` undefined: no answer yet. `hasKey`: this device has a private room's key. */
export function roomNewsWords(news: RoomNews | undefined, hasKey: boolean): NewsWords {
  if (!news) return { text: 'Looking the room up …', tone: 'plain' };
  switch (news.kind) {
    case 'room':
      return roomWords(news, hasKey);
    case 'no-room':
      return {
        text: 'There is no room with this code. Compare it with the code on the host’s screen.',
        tone: 'bad',
      };
    case 'unreachable':
      return { text: 'The room server does not answer now. This page keeps asking.', tone: 'bad' };
    case 'busy':
      return {
        text: 'The room server wants this device to wait a moment: too many questions came from here.',
        tone: 'plain',
      };
    case 'wrong-version':
      return { text: 'This page is of another version than its server: reload it.', tone: 'bad' };
    default:
      return news satisfies never;
  }
}

function roomWords(
  { isOpen, membersPresent, progress }: Extract<RoomNews, { kind: 'room' }>,
  hasKey: boolean,
): NewsWords {
  const here = membersPresent === 0 ? 'Nobody is here now' : `${formatCount(membersPresent)} here`;
  if (isOpen) return { text: `${here}${progress ? `, ${progressWords(progress)}` : ''}`, tone: 'good' };
  return hasKey
    ? { text: `${here}. A private room shows nothing more to outsiders.`, tone: 'good' }
    : {
        text: `${here}. This room is private: its code alone does not open it. Scan the QR code, or use the whole link with the part after #.`,
        tone: 'bad',
      };
}

function progressWords({
  phase,
  step,
}: NonNullable<Extract<RoomNews, { kind: 'room' }>['progress']>): string {
  const at = `step ${formatCount(step)}`;
  switch (phase) {
    case 'lobby':
      return 'training has not begun';
    case 'training':
      return step > 0 ? `training, ${at}` : 'training';
    case 'paused':
      return `paused at ${at}`;
    case 'finished':
      return `finished at ${at}`;
    default:
      return phase satisfies never;
  }
}
