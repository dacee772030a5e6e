// What is known of a room before joining, in a sentence. An unknown number is left out.
import type { RoomNews } from '../../../src/replica/protocol';
import { formatCount } from './format';
import { homeText } from '../../text/home';

export interface NewsWords {
  readonly text: string;
  /** bad: nobody can join in this way. */
  readonly tone: 'good' | 'plain' | 'bad';
}

/** `news` undefined: no answer yet. `hasKey`: this device has a private room's key. */
export function roomNewsWords(news: RoomNews | undefined, hasKey: boolean): NewsWords {
  if (!news) return { text: homeText.lookingRoomUp, tone: 'plain' };
  switch (news.kind) {
    case 'room':
      return roomWords(news, hasKey);
    case 'no-room':
      return {
        text: homeText.thereNoRoom,
        tone: 'bad',
      };
    case 'unreachable':
      return { text: homeText.roomServerDoes, tone: 'bad' };
    case 'busy':
      return {
        text: homeText.roomServerWants,
        tone: 'plain',
      };
    case 'wrong-version':
      return { text: homeText.pageAnotherVersion, tone: 'bad' };
    default:
      return news satisfies never;
  }
}

function roomWords(
  { isOpen, membersPresent, progress }: Extract<RoomNews, { kind: 'room' }>,
  hasKey: boolean,
): NewsWords {
  const here = membersPresent === 0 ? homeText.nobodyHereNow : homeText.here(formatCount(membersPresent));
  if (isOpen)
    return {
      text: `${here}${progress ? `, ${progressWords(progress)}${doorWords(progress)}` : ''}`,
      tone: progress?.door ? 'plain' : 'good',
    };
  return hasKey
    ? { text: homeText.privateShowsNothing(here), tone: 'good' }
    : {
        text: homeText.privateNeedsLink(here),
        tone: 'bad',
      };
}

function doorWords({ door }: NonNullable<Extract<RoomNews, { kind: 'room' }>['progress']>): string {
  return door === undefined ? '' : `. ${door === 'locked' ? homeText.doorLocked : homeText.doorAsks}`;
}

function progressWords({
  phase,
  step,
}: NonNullable<Extract<RoomNews, { kind: 'room' }>['progress']>): string {
  const at = homeText.step(formatCount(step));
  switch (phase) {
    case 'lobby':
      return homeText.trainingNotBegun;
    case 'training':
      return step > 0 ? homeText.training(at) : homeText.training2;
    case 'paused':
      return homeText.paused(at);
    case 'finished':
      return homeText.finished(at);
    default:
      return phase satisfies never;
  }
}
