// What goes wrong on the first screens: what happened, whether progress is safe, and the one next step. Its words are on the
// page from the start, because a part of the page that cannot be fetched is one of these troubles.
import { t } from '@lingui/core/macro';
import { codeLength } from '../../../src/base/room-code';
import { spelledAlphabet } from './code-words';

/** The action of the button below the text. */
export type TroubleAction =
  | 'try-again'
  | 'use-cpu'
  | 'go-home'
  | 'new-room'
  | 'reload'
  | 'open-https'
  | 'continue';

export interface TroubleWords {
  readonly title: string;
  readonly what: string;
  readonly safe: string;
  readonly action: TroubleAction;
  readonly label: string;
}

const troubles = {
  'room-not-found': () => ({
    title: t`There is no room with this code`,
    what: t`Compare it with the code on the host’s screen. A room that everybody has left is closed after a while; the host can open a new one.`,
    safe: nothingLost(),
    action: 'go-home',
    label: t`Type the code again`,
  }),
  'bad-code': () => ({
    title: t`This link has no room code in it`,
    what: t`A code has ${{ characters: codeLength }} characters. It uses only ${{ alphabet: spelledAlphabet() }}.`,
    safe: nothingLost(),
    action: 'go-home',
    label: t`Type the code`,
  }),
  'unknown-preset': () => ({
    title: t`This version of the page does not know this preset`,
    what: t`The link is of another version, or has a typing error. “Two moons” can start instead.`,
    safe: t`Nothing runs yet.`,
    action: 'try-again',
    label: t`Start “Two moons”`,
  }),
  'no-room-server': () => ({
    title: t`There are no rooms at this address`,
    what: noServerWords(),
    safe: nothingLost(),
    action: 'go-home',
    label: t`To the start`,
  }),
  'engine-missing': () => ({
    title: t`Part of the page did not load`,
    what: t`The training engine could not be fetched, perhaps because the connection dropped.`,
    safe: nothingLost(),
    action: 'reload',
    label: t`Reload`,
  }),
  'not-drawn': () => ({
    title: t`This page could not be drawn`,
    what: t`That is our fault. It is drawn again by itself in a moment.`,
    safe: t`Only the drawing failed.`,
    action: 'try-again',
    label: t`Draw it again`,
  }),
  bug: () => ({
    title: t`Something broke that should not`,
    what: t`That is our fault. This replica stopped before it could disturb the others.`,
    safe: ringGoesOn(),
    action: 'try-again',
    label: t`Join again`,
  }),
} satisfies Readonly<Record<string, () => TroubleWords>>;

export type FirstTroubleCode = keyof typeof troubles;

export const firstTroubleCodes = Object.keys(troubles) as readonly FirstTroubleCode[];

export function firstTroubleWords(code: FirstTroubleCode): TroubleWords {
  return troubles[code]();
}

export function noServerWords(): string {
  return t`This page lies on a host of plain files, without a room server. For a room, ask for the address of a server.`;
}

export function nothingLost(): string {
  return t`Nothing was lost: this device had not joined yet.`;
}

export function ringGoesOn(): string {
  return t`The other replicas hold the same state, bit for bit, and go on without this one.`;
}
