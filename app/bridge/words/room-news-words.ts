// What is known of a room before joining, in a sentence. An unknown number is left out.
import { t } from '@lingui/core/macro';
import type { RoomNews } from '../../../src/replica/protocol';
import { noServerWords } from './first-trouble';
import { formatCount } from './format';

export interface NewsWords {
  readonly text: string;
  /** bad: nobody can join in this way. */
  readonly tone: 'good' | 'plain' | 'bad';
}

/** `news` undefined: no answer yet. `hasKey`: this device has a private room's key. */
export function roomNewsWords(news: RoomNews | undefined, hasKey: boolean): NewsWords {
  if (!news) return { text: t`Looking the room up …`, tone: 'plain' };
  switch (news.kind) {
    case 'room':
      return roomWords(news, hasKey);
    case 'no-room':
      return {
        text: t`There is no room with this code. Compare it with the code on the host’s screen.`,
        tone: 'bad',
      };
    case 'several-rooms':
      return {
        text: t`The code alone is not enough now. Scan the QR code on the host’s screen, or open its whole link.`,
        tone: 'bad',
      };
    case 'unreachable':
      return { text: t`The room server does not answer now. This page keeps asking.`, tone: 'bad' };
    case 'no-server':
      return { text: noServerWords(), tone: 'bad' };
    case 'busy':
      return {
        text: t`The room server wants this device to wait a moment: too many questions came from here.`,
        tone: 'plain',
      };
    case 'wrong-version':
      return { text: t`This page is of another version than its server: reload it.`, tone: 'bad' };
    default:
      return news satisfies never;
  }
}

function roomWords(
  { isOpen, membersPresent, progress }: Extract<RoomNews, { kind: 'room' }>,
  hasKey: boolean,
): NewsWords {
  const here =
    membersPresent === 0 ? t`Nobody is here now` : t`${{ membersPresent: formatCount(membersPresent) }} here`;
  if (isOpen)
    return {
      text: `${here}${progress ? `, ${progressWords(progress)}${doorWords(progress)}` : ''}`,
      tone: progress?.door ? 'plain' : 'good',
    };
  return hasKey
    ? { text: t`${here}. A private room shows nothing more to outsiders.`, tone: 'good' }
    : {
        text: t`${here}. This room is private: its code alone does not open it. Scan the QR code, or use the whole link with the part after #.`,
        tone: 'bad',
      };
}

function doorWords({ door }: NonNullable<Extract<RoomNews, { kind: 'room' }>['progress']>): string {
  return door === undefined
    ? ''
    : `. ${door === 'locked' ? t`The door is locked: only those whom the host let in before come in.` : t`The host lets people in one by one: whoever joins waits at the door.`}`;
}

function progressWords({
  phase,
  step,
}: NonNullable<Extract<RoomNews, { kind: 'room' }>['progress']>): string {
  const at = formatCount(step);
  switch (phase) {
    case 'lobby':
      return t`training has not begun`;
    case 'training':
      return step > 0 ? t`training, step ${{ step: at }}` : t`training`;
    case 'paused':
      return t`paused at step ${{ step: at }}`;
    case 'finished':
      return t`finished at step ${{ step: at }}`;
    default:
      return phase satisfies never;
  }
}
