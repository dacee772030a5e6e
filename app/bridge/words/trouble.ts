// What went wrong, whether progress is safe, and the one next step. Every code has a text, and none is a dead end.
import { troubleText } from '../../text/trouble';
import { troublesText } from '../../text/troubles';
import type { ReplicaErrorCode } from '../../../src/replica/protocol';
import {
  firstTroubleCodes,
  firstTroubleWords,
  type FirstTroubleCode,
  type TroubleAction,
  type TroubleWords,
} from './first-trouble';

export type TroubleCode = ReplicaErrorCode | 'software-adapter' | FirstTroubleCode;
type LaterTroubleCode = Exclude<TroubleCode, FirstTroubleCode>;

const actions: Readonly<Record<LaterTroubleCode, TroubleAction>> = {
  'no-https': 'open-https',
  'no-webgpu': 'use-cpu',
  'no-adapter': 'use-cpu',
  'software-adapter': 'continue',
  'device-lost': 'try-again',
  'out-of-memory': 'use-cpu',
  'bad-model': 'try-again',
  'model-does-not-fit': 'use-cpu',
  'gpu-error': 'try-again',
  'wrong-answers': 'try-again',
  'network-blocked': 'try-again',
  'room-full': 'try-again',
  'wrong-key': 'go-home',
  'wrong-version': 'reload',
  'wrong-config': 'try-again',
  kicked: 'try-again',
  unplugged: 'try-again',
  evicted: 'try-again',
  'turned-away': 'try-again',
  'room-locked': 'try-again',
  'not-let-in': 'try-again',
  'host-silent': 'try-again',
  'server-unreachable': 'try-again',
  'server-refused': 'try-again',
  'no-key-holder': 'try-again',
  'too-many-rooms': 'try-again',
};

/** This replica was in the ring, whose others hold the same state. */
const ofMember: ReadonlySet<TroubleCode> = new Set<TroubleCode>([
  'device-lost',
  'out-of-memory',
  'bad-model',
  'model-does-not-fit',
  'gpu-error',
  'wrong-answers',
  'wrong-config',
  'kicked',
  'unplugged',
  'evicted',
  'turned-away',
]);

export const troubleCodes: readonly TroubleCode[] = [
  ...firstTroubleCodes,
  ...(Object.keys(actions) as LaterTroubleCode[]),
];

export function troubleWords(code: TroubleCode): TroubleWords {
  if (isFirst(code)) return firstTroubleWords(code);
  const words: Pick<TroubleWords, 'title' | 'what' | 'label'> & { readonly safe?: string } =
    troublesText.words[code];
  const usual = ofMember.has(code) ? troubleText.ringGoesOn : troubleText.untouched;
  return { ...words, safe: words.safe ?? usual, action: actions[code] };
}

/** The same for a demo ring within this page: nobody joins it, and nobody continues without it. */
export function demoTroubleWords(code: TroubleCode): TroubleWords {
  const { title, what, action, label } = troubleWords(code);
  const inDemo: Partial<Record<TroubleCode, string>> = troublesText.inDemo;
  return {
    title,
    what: inDemo[code] ?? what,
    action,
    safe: troublesText.onlyDemoAffected,
    label:
      action === 'use-cpu'
        ? troublesText.demoOnCpu
        : action === 'try-again'
          ? troublesText.startAgain
          : label,
  };
}

function isFirst(code: TroubleCode): code is FirstTroubleCode {
  return !Object.hasOwn(actions, code);
}
