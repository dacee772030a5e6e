// The host's choice of an emulated line: a named one or figures of its own, as text fields hold them. Pure.
import { t } from '@lingui/core/macro';
import { isSameProfile, type EdgeProfile } from '../../../src/net/emulation/edge-profile';
import {
  brokenLimit,
  checkedProfile,
  namedProfiles,
  profileWords,
  type ProfileName,
} from '../../../src/net/emulation/profile-words';
import { ok } from '../../../src/base/result';
import { lineSentences, profileTitles } from '../words/line-sentences';

/** `like-every`: this edge has no profile of its own. */
export type LineChoice = ProfileName | 'off' | 'custom' | 'like-every';

export interface NetworkForm {
  readonly choice: LineChoice;
  readonly mbitPerSecond: string;
  readonly delayMs: string;
  readonly jitterMs: string;
  readonly lossPercent: string;
}

const profileNames = Object.keys(namedProfiles) as ProfileName[];

/** 'Slow: 5 Mbit/s, 40 ms'. */
export function namedOptions(): readonly (readonly [ProfileName, string])[] {
  return profileNames.map((name) => [
    name,
    t`${{ title: profileTitles[name]() }}: ${{ line: profileWords(namedProfiles[name], lineSentences) }}`,
  ]);
}

/** The form as it is for a profile; null: not emulated, undefined: like every edge. */
export function formOf(profile: EdgeProfile | null | undefined): NetworkForm {
  const { bitsPerSecond, delayMs, jitterMs, loss } = profile ?? namedProfiles.slow;
  return {
    choice: choiceOf(profile),
    mbitPerSecond: String(bitsPerSecond / 1e6),
    delayMs: String(delayMs),
    jitterMs: String(jitterMs),
    lossPercent: String(Number((100 * loss).toPrecision(6))),
  };
}

function choiceOf(profile: EdgeProfile | null | undefined): LineChoice {
  if (profile === undefined) return 'like-every';
  if (profile === null) return 'off';
  return profileNames.find((name) => isSameProfile(namedProfiles[name], profile)) ?? 'custom';
}

/** The network that the form describes, or a sentence in the page's language that names the fault. */
export type ReadNetwork =
  | { readonly ok: true; readonly value: EdgeProfile | null | undefined }
  | { readonly ok: false; readonly why: string };

export function readForm(form: NetworkForm): ReadNetwork {
  switch (form.choice) {
    case 'off':
      return ok(null);
    case 'like-every':
      return ok(undefined);
    case 'custom': {
      const fields = [form.mbitPerSecond, form.delayMs, form.jitterMs, form.lossPercent];
      if (fields.some((text) => text.trim() === ''))
        return { ok: false, why: t`Every field needs a number.` };
      const [mbit, delayMs, jitterMs, percent] = fields.map(Number);
      const profile = { bitsPerSecond: mbit * 1e6, delayMs, jitterMs, loss: percent / 100 };
      const checked = checkedProfile(profile);
      return checked.ok ? checked : { ok: false, why: limitWords(brokenLimit(profile)) };
    }
    default:
      return ok(namedProfiles[form.choice]);
  }
}

function limitWords(figure: keyof EdgeProfile | undefined): string {
  switch (figure) {
    case 'bitsPerSecond':
      return t`The rate is 0.35\u00a0Mbit/s to 10\u00a0Gbit/s.`;
    case 'delayMs':
      return t`The delay is 0 to 400\u00a0ms.`;
    case 'jitterMs':
      return t`The jitter is 0 to 200\u00a0ms.`;
    case 'loss':
      return t`The loss is 0 to 20\u00a0%.`;
    case undefined:
      return t`With this loss and delay the line would carry less than 0.35\u00a0Mbit/s, too little for a ring.`;
    default:
      return figure satisfies never;
  }
}
