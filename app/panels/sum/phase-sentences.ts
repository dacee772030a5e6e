// The picture of a sum in words: what stands in it, and what a person reads who cannot see it.
import { plural, t } from '@lingui/core/macro';
import { formatCount } from '../../bridge/words/format';
import type { SumTexts, SumWords } from './paint-column';
import { furthest, type SumPlay, type SumState } from './sum-play';

type Phase = SumState['phase'];

/** The words inside the picture. */
export const pictureWords: SumWords = {
  nameOf: ({ name, isSelf }) => (isSelf ? t`you` : name),
  textsOf: pictureTexts,
};

function pictureTexts(play: SumPlay, state: SumState, shownNames: readonly string[]): SumTexts {
  return {
    title: phaseTitle(state.phase),
    detail: phaseDetail(play, state),
    names: shownNames,
    copied: t({ message: 'copy', context: 'a chunk on its way' }),
  };
}

function phaseTitle(phase: Phase): string {
  switch (phase) {
    case 'alone':
      return t({ message: 'alone', context: 'the sum' });
    case 'begin':
      return t({ message: 'apart', context: 'the sum' });
    case 'add':
      return t({ message: 'add', context: 'the sum' });
    case 'copy':
      return t({ message: 'copy', context: 'the sum' });
    case 'update':
      return t({ message: 'update', context: 'the sum' });
    case 'equal':
      return t({ message: 'equal', context: 'the sum' });
    case 'lost':
      return t({ message: 'lost', context: 'the sum' });
    default:
      return phase satisfies never;
  }
}

/** '2 of 4 parts added'. */
function phaseDetail(play: SumPlay, state: SumState): string {
  const { added, whole } = furthest(play, state);
  const [parts, chunks] = [play.parts.length, play.chunks];
  switch (state.phase) {
    case 'alone':
      return t`No sum is needed.`;
    case 'begin':
      return t`each holds its own part`;
    case 'add':
      return t`${{ added: formatCount(added) }} of ${{ parts: formatCount(parts) }} parts added`;
    case 'copy':
      return plural(chunks, {
        one: 'whole, on its way to all',
        other: `${{ whole: formatCount(whole) }} of ${{ chunks: formatCount(chunks) }} colours here`,
      });
    case 'update':
      return t`all models change at once`;
    case 'equal':
      return chunks > 1 ? t`all hold all colours` : t`all hold the whole sum`;
    case 'lost':
      return t`this sum counts for nothing`;
    default:
      return state.phase satisfies never;
  }
}

/** A sentence for who cannot see the picture, or begins to look at it. */
export function stateSentence(play: SumPlay, state: SumState): string {
  const { members } = play.sum;
  const { added, whole } = furthest(play, state);
  const round = formatCount(Math.min(state.round, play.rounds));
  const rounds = formatCount(play.rounds);
  switch (state.phase) {
    case 'alone':
      return t`One alone: no sum is needed.`;
    case 'begin':
      return t`Each of the ${{ members: formatCount(members.length) }} learns something different. All of it is added up.`;
    case 'add':
      return t`Adding, message ${{ round }} of ${{ rounds }}: the fullest chunk has ${{ added: formatCount(added) }} of ${{ parts: formatCount(play.parts.length) }} parts.`;
    case 'copy':
      return t`Copying, message ${{ round }} of ${{ rounds }}: whole chunks go on unchanged. ${{ whole: formatCount(whole) }} of ${{ chunks: formatCount(play.chunks) }} are here.`;
    case 'update':
      return t`All models change at once, by the same sum.`;
    case 'equal':
      return t`All hold exactly the same sum.`;
    case 'lost':
      return t`${{ name: lostName(play) }} is gone. What was on its way falls, nobody uses this sum, and those who are left begin the same step again.`;
    default:
      return state.phase satisfies never;
  }
}

function lostName({ sum }: SumPlay): string {
  const { ended, members } = sum;
  return ended ? (members.at(ended.lost)?.name ?? '') : '';
}
