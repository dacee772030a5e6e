// What may go wrong on the first screens, whether progress is safe, and what the button says. The rest is in troubles.ts.
import { area, counted } from './language';

const words = {
  'room-not-found': {
    title: 'There is no room with this code',
    what: 'Compare it with the code on the host’s screen. A room that everybody has left is closed after a while; the host can open a new one.',
    label: 'Type the code again',
  },
  'bad-code': {
    title: 'This link has no room code in it',
    label: 'Type the code',
  },
  'unknown-preset': {
    title: 'This version of the page does not know this preset',
    what: 'The link is of another version, or has a typing error. “Two moons” can start instead.',
    label: 'Start “Two moons”',
  },
  'engine-missing': {
    title: 'Part of the page did not load',
    what: 'The training engine could not be fetched, perhaps because the connection dropped.',
    label: 'Reload',
  },
  'not-drawn': {
    title: 'This screen could not be drawn',
    what: 'That is our fault. It is drawn again by itself in a moment.',
    label: 'Draw it again',
  },
  bug: {
    title: 'Something broke that should not',
    what: 'That is our fault. This replica stopped before it could disturb the others.',
    label: 'Join again',
  },
};

export const troubleText = area('trouble', {
  words,
  untouched: 'Nothing was lost: this device had not joined yet.',
  nothingRuns: 'Nothing runs yet.',
  trainingKept: (step: number) =>
    `Your training up to step ${counted(step)} is kept on this device. Home offers to go on with it.`,
  ringGoesOn: 'The other replicas hold the same state, bit for bit, and go on without this one.',
  replicaUntouched: 'Only the drawing failed. The replica of this page is not part of it.',
  onlyDrawing: 'Only the drawing failed.',
  badCode: (characters: number, alphabet: string) =>
    `A code has ${characters} characters. It uses only ${alphabet}.`,
  lookAgain: 'Look again',
  backStart: 'Back to the start',
  code: 'Code:',
  unexpected: 'something unexpected happened',
  technically: 'In English, for whoever helps:',
});
