// What went wrong, whether progress is safe, and the one next step. Every code has a text, and none is a dead end.
import { codeLength } from '../../../src/base/room-code';
import { troubleText } from '../../text/trouble';
import { spelledAlphabet } from './code-words';
import type { DeviceReport, ReplicaErrorCode } from '../../../src/replica/protocol';

export type TroubleCode = ReplicaErrorCode | 'software-adapter' | 'engine-missing' | 'bad-code';

/** The action of the button below the text. */
export type TroubleAction = 'try-again' | 'use-cpu' | 'go-home' | 'reload' | 'open-https' | 'continue';

export interface TroubleWords {
  readonly title: string;
  readonly what: string;
  readonly safe: string;
  readonly action: TroubleAction;
  readonly label: string;
}

const actions: Readonly<Record<TroubleCode, TroubleAction>> = {
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
  'room-not-found': 'go-home',
  'bad-code': 'go-home',
  'room-full': 'try-again',
  'wrong-key': 'go-home',
  'wrong-version': 'reload',
  'wrong-config': 'try-again',
  kicked: 'go-home',
  evicted: 'go-home',
  'turned-away': 'go-home',
  'room-locked': 'try-again',
  'not-let-in': 'go-home',
  'host-silent': 'try-again',
  'server-unreachable': 'try-again',
  'server-refused': 'try-again',
  'no-key-holder': 'try-again',
  'too-many-rooms': 'try-again',
  'engine-missing': 'reload',
  bug: 'try-again',
};

export const troubleCodes = Object.keys(actions) as readonly TroubleCode[];

export function troubleWords(code: TroubleCode): TroubleWords {
  const words: Partial<TroubleWords> & Pick<TroubleWords, 'title' | 'safe' | 'label'> =
    troubleText.words[code];
  const what = words.what ?? troubleText.badCode(codeLength, spelledAlphabet());
  return { ...words, what, action: actions[code] };
}

/** Whether there is no GPU to train on. */
export function needsCpu(report: DeviceReport): boolean {
  const trouble = deviceTrouble(report);
  return trouble !== undefined && trouble !== 'software-adapter';
}

/** The same for a demo ring within this page: nobody joins it, and nobody goes on without it. */
export function demoTroubleWords(code: TroubleCode): TroubleWords {
  const { title, what, action, label } = troubleWords(code);
  const inDemo: Partial<Record<TroubleCode, string>> = troubleText.inDemo;
  return {
    title,
    what: inDemo[code] ?? what,
    action,
    safe: troubleText.onlyDemoAffected,
    label:
      action === 'use-cpu' ? troubleText.demoOnCpu : action === 'try-again' ? troubleText.startAgain : label,
  };
}

/** What keeps this device from its GPU; undefined when nothing does. */
export function deviceTrouble(report: DeviceReport): TroubleCode | undefined {
  switch (report.webgpu) {
    case 'ready':
      return undefined;
    case 'software':
      return 'software-adapter';
    case 'no-https':
    case 'no-webgpu':
    case 'no-adapter':
      return report.webgpu;
    default:
      return report.webgpu satisfies never;
  }
}
