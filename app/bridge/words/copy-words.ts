// How a copy of the model comes to a device that watches, in words.
import { plural, select, t } from '@lingui/core/macro';
import type { CopyState } from '../../../src/replica/page/watch';
import { formatCount } from './format';

/** 'A copy comes: 12 of 50 parts, 38 seconds at least.' */
export function copyWords({ coming, got, refused }: CopyState): string {
  const shown = got
    ? `${t`You try the model of step ${{ step: formatCount(got.step) }}, rounded to 16 bits.`} `
    : '';
  if (coming) {
    const { have, of } = coming;
    const left = of - have;
    return (
      shown +
      t`${select({ isNewer: String(got !== undefined) }, { true: 'A newer one comes', other: 'A copy comes' })}: ${have} of ${of} parts, ${left} ${plural(left, { one: 'second', other: 'seconds' })} at least.`
    );
  }
  switch (refused) {
    case undefined:
      return got
        ? shown + t`A newer one is asked for when the ring has gone on.`
        : t`A member was asked for a copy of the model.`;
    case 'shut':
      return shown + t`The host’s door is shut: members give no copy now.`;
    case 'own-data':
      return t`This model learns from a person’s files, or from a text that is not built in, and may know it by heart: members give no copy to those who only watch. Join to try it.`;
    case 'base':
      return t`This run began with another model, and members do not know what that one learned from. Join to try it.`;
    case 'too-large':
      return t`This model is too large to be sent to those who only watch. Join to try it. A saved run can be tried on the page “Playground”.`;
    case 'none-yet':
      return shown + t`The ring has no trained model yet. This page asks again.`;
    case 'silent':
      return shown + t`No member answers. This page asks again.`;
    default:
      return refused satisfies never;
  }
}
