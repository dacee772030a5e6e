// The value of --link: the line that all members emulate.
import { inEnglish } from '../english/in-english';
import type { EdgeProfile } from '../../net/emulation/edge-profile';
import { readProfile } from '../../net/emulation/profile-words';
import { BadOption } from '../options/command-line';

export function readLink(text: string | undefined): EdgeProfile | undefined {
  if (text === undefined) return undefined;
  const read = readProfile(text);
  if (!read.ok) throw new BadOption(`--link: ${inEnglish(read.error.says)}`);
  return read.value;
}
