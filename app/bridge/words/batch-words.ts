// The effective batch in words: its size, the sum behind it, and what it means. All of it belongs to one step, and
// never to a step that is not taken.
import { plural, select, t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';
import type { BatchParts, Making } from './batch-parts';
import { exampleWords } from './batch-sharing';
import { formatCount, formatNames, sentencesOf } from './format';
import { accumulationWords, termWords } from './run-words';

export interface BatchWords {
  /** '96'; '–' when there is no such step. */
  readonly numeral: string;
  /** 'examples per step'; of a text, 'windows per step'. */
  readonly unit: string;
  /** '3 × 32 = 96'; empty while the parts are not known. */
  readonly sum: string;
  readonly summary: string;
}

type Shown = Pick<Snapshot, 'phase' | 'config' | 'terms' | 'localBatch' | 'batch'>;

/** `examples`: what is counted, 'windows'. */
const units: Readonly<Record<Exclude<BatchParts['of'], 'unknown'>, (examples: string) => string>> = {
  'each-step': (examples) => t`${examples} per step`,
  'last-step': (examples) => t`${examples} in the last step`,
  'first-step': (examples) => t`${examples} in the first step`,
};

export function batchWords(shown: Shown, batch: BatchParts): BatchWords {
  if (batch.of === 'unknown') {
    const summary = t`This replica has not seen a step of the ring yet.`;
    return { numeral: '–', unit: t`Not yet known.`, sum: '', summary };
  }
  if (shown.phase.kind === 'no-quorum') {
    const last = sumWords(shown, batch);
    return {
      numeral: '–',
      unit: t`No step is taken now.`,
      sum: batch.of === 'last-step' && last ? t`The last step had ${last}.` : '',
      summary: t`Too few members can be heard: no step is taken until enough of them answer.`,
    };
  }
  return {
    numeral: formatCount(batch.examples),
    unit: units[batch.of](exampleWords(shown.config)),
    sum: sumWords(shown, batch),
    summary: summaryWords(shown, batch),
  };
}

function sumWords({ config, terms, localBatch }: Shown, { parts, examples }: BatchParts): string {
  const given = parts.map((part) => part.examples).filter((count) => count > 0);
  if (given.length === 0) return '';
  const isEven = given.every((count) => count === given[0]);
  const left = isEven
    ? `${formatCount(given.length)} × ${formatCount(given[0])}`
    : given.map(formatCount).join(' + ');
  const equation = `${left} = ${formatCount(examples)}`;
  const sum =
    terms > 1
      ? t`${{ sum: equation }} windows of ${{ count: formatCount(terms) }} ${{ term: termWords(config) }}`
      : equation;
  const accumulation = config && isEven && given[0] === localBatch ? accumulationWords(config) : '';
  return accumulation ? t`${sum}; each accumulates ${accumulation}` : sum;
}

function summaryWords({ batch }: Shown, { of, parts, examples, made }: BatchParts): string {
  const total = formatCount(examples);
  if (parts.length === 0)
    return t`The ring takes ${total} ${plural(examples, { one: 'example', other: 'examples' })} in a step; the plan of the step cuts them.`;
  const givers = parts.filter((part) => part.examples > 0);
  if (givers.length === 0) return t`Nobody added anything to the last step.`;
  if (parts.length === 1)
    return batch?.batchMode === 'fixed'
      ? plural(examples, {
          one: 'One replica takes the one example of a step.',
          other: `One replica takes all ${total} examples of a step.`,
        })
      : t`One replica, ${total} ${plural(examples, { one: 'example', other: 'examples' })} a step: another would double it.`;
  const idle = parts.filter((part) => part.examples === 0).map(({ name }) => name);
  const taken = [takenWords(givers, of), updateWords(made, total)];
  if (idle.length > 0) taken.push(t`Nothing from ${{ idle: formatNames(idle) }} is in it.`);
  return taken.join(' ');
}

/** '3 replicas take 32 each:' */
function takenWords(givers: BatchParts['parts'], of: BatchParts['of']): string {
  const tense = of === 'first-step' ? 'will' : of === 'last-step' ? 'was' : 'now';
  const [{ name, examples: count }] = givers;
  const [replicas, examples] = [formatCount(givers.length), formatCount(count)];
  if (givers.length === 1)
    return t`${name} ${select(tense, { will: 'will take', was: 'took', other: 'takes' })} ${examples} ${plural(count, { one: 'example', other: 'examples' })}:`;
  return givers.every((part) => part.examples === count)
    ? t`${replicas} replicas ${select(tense, { will: 'will take', was: 'took', other: 'take' })} ${examples} each:`
    : t`${replicas} replicas ${select(tense, { will: 'will take', was: 'took', other: 'take' })} a part each:`;
}

/** What the update is, of a batch of so many. */
function updateWords({ innerSteps, isOfFragment, isHeldBack }: Making, total: string): string {
  if (innerSteps === undefined)
    return isHeldBack
      ? t`but for what the codec holds back, the update is that of one machine with a batch of ${total}.`
      : t`the update is that of one machine with a batch of ${total}.`;
  const scope = isOfFragment ? 'part' : 'all';
  const codec = isHeldBack ? 'held' : 'exact';
  return t`each trains alone for ${{ written: formatCount(innerSteps) }} inner ${plural(innerSteps, { one: 'step', other: 'steps' })}, and the update is the mean of their changes${select(scope, { part: ' to one part of the model', other: '' })}${select(codec, { held: ', but for what the codec holds back', other: '' })}.`;
}

const yourGradientGoes = {
  will: () => t`Your gradient will go into every step, at its exact share.`,
  now: () => t`Your gradient goes into every step, at its exact share.`,
  was: () => t`Your gradient went into the last step, at its exact share.`,
};

const yourChangeGoes = {
  will: () => t`The change that your inner steps make will go into every step, at its exact share.`,
  now: () => t`The change that your inner steps make goes into every step, at its exact share.`,
  was: () => t`The change that your inner steps made went into the last step, at its exact share.`,
};

/** Tells how the ring uses this device's part. `refused`: how often the ring refused it lately. */
export function yourPartWords({ of, made }: Pick<BatchParts, 'of' | 'made'>, refused = 0): string {
  const goes = made.innerSteps === undefined ? yourGradientGoes : yourChangeGoes;
  const tense = of === 'first-step' ? 'will' : of === 'each-step' && refused === 0 ? 'now' : 'was';
  return sentencesOf(
    goes[tense](),
    made.isHeldBack && of !== 'last-step' && t`What the codec holds back of it goes into later ones.`,
    refused > 0 &&
      t`${{ counted: formatCount(refused) }} ${plural(refused, { one: 'step', other: 'steps' })} of late went without yours: the ring refused it.`,
  ).join(' ');
}
