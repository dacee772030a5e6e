// How a copy of the model comes to a device that watches, in words.
import type { CopyState } from '../../../src/replica/page/watch';
import { formatCount } from './format';

const otherwise = 'A saved run can be tried on the page “Playground”.';

/** 'A copy comes: 12 of 50 parts, 38 seconds at least.' */
export function copyWords({ coming, got, refused }: CopyState): string {
  const shown = got ? `You try the model of step ${formatCount(got.step)}, rounded to 16 bits. ` : '';
  if (coming) {
    const { have, of } = coming;
    const left = of - have;
    const what = got ? 'A newer one comes' : 'A copy comes';
    return `${shown}${what}: ${have} of ${of} parts, ${left} ${left === 1 ? 'second' : 'seconds'} at least.`;
  }
  switch (refused) {
    case undefined:
      return got
        ? `${shown}A newer one is asked for when the ring has gone on.`
        : 'A member was asked for a copy of the model.';
    case 'shut':
      return `${shown}The host’s door is shut: members give no copy now.`;
    case 'own-data':
      return 'This model learns from a person’s files, or from a text that is not built in, and may know it by heart: members give no copy to those who only watch. Join to try it.';
    case 'too-large':
      return `This model is too large to be sent to those who only watch. Join to try it. ${otherwise}`;
    case 'none-yet':
      return `${shown}The ring has no trained model yet. This page asks again.`;
    case 'silent':
      return `${shown}No member answers. This page asks again.`;
    default:
      return refused satisfies never;
  }
}
