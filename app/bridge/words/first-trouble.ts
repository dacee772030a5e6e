// What goes wrong on the first screens: what happened, whether progress is safe, and the one next step. Its words are on the
// page from the start, because a part of the page that cannot be fetched is one of these troubles.
import { codeLength } from '../../../src/base/room-code';
import { troubleText } from '../../text/trouble';
import { spelledAlphabet } from './code-words';

export type FirstTroubleCode =
  | 'room-not-found'
  | 'bad-code'
  | 'unknown-preset'
  | 'engine-missing'
  | 'not-drawn'
  | 'bug';

/** The action of the button below the text. */
export type TroubleAction = 'try-again' | 'use-cpu' | 'go-home' | 'reload' | 'open-https' | 'continue';

export interface TroubleWords {
  readonly title: string;
  readonly what: string;
  readonly safe: string;
  readonly action: TroubleAction;
  readonly label: string;
}

const actions: Readonly<Record<FirstTroubleCode, TroubleAction>> = {
  'room-not-found': 'go-home',
  'bad-code': 'go-home',
  'unknown-preset': 'try-again',
  'engine-missing': 'reload',
  'not-drawn': 'try-again',
  bug: 'try-again',
};

export const firstTroubleCodes = Object.keys(actions) as readonly FirstTroubleCode[];

export function firstTroubleWords(code: FirstTroubleCode): TroubleWords {
  const { words, untouched, nothingRuns, onlyDrawing, ringGoesOn } = troubleText;
  const safe = { bug: ringGoesOn, 'unknown-preset': nothingRuns, 'not-drawn': onlyDrawing };
  return {
    ...words[code],
    what: code === 'bad-code' ? troubleText.badCode(codeLength, spelledAlphabet()) : words[code].what,
    safe: code in safe ? safe[code as keyof typeof safe] : untouched,
    action: actions[code],
  };
}
