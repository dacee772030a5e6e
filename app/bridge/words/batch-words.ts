// The effective batch in words: its size, the sum behind it, and what it means. All of it belongs to one step, and
// never to a step that is not taken.
import type { Snapshot } from '../../../src/replica/protocol';
import type { BatchParts, Making } from './batch-parts';
import { exampleWords } from './batch-sharing';
import { formatCount, formatNames } from './format';
import { accumulationWords, termWords } from './run-words';
import { batchesText } from '../../text/batches';
import { runsText } from '../../text/runs';

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

const units: Readonly<Record<Exclude<BatchParts['of'], 'unknown'>, string>> = {
  get 'each-step'() {
    return batchesText.perStep;
  },
  get 'last-step'() {
    return batchesText.lastStep;
  },
  get 'first-step'() {
    return batchesText.firstStep;
  },
};

export function batchWords(shown: Shown, batch: BatchParts): BatchWords {
  if (batch.of === 'unknown') {
    const summary = batchesText.replicaNotSeen;
    return { numeral: '–', unit: batchesText.notYetKnown, sum: '', summary };
  }
  if (shown.phase.kind === 'no-quorum') {
    const last = sumWords(shown, batch);
    return {
      numeral: '–',
      unit: batchesText.noStepTaken,
      sum: batch.of === 'last-step' && last ? batchesText.lastStepHad(last) : '',
      summary: batchesText.tooFewMembers,
    };
  }
  return {
    numeral: formatCount(batch.examples),
    unit: `${exampleWords(shown.config)} ${units[batch.of]}`,
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
  const windows = terms > 1 ? batchesText.windows(formatCount(terms), termWords(config)) : '';
  const accumulation = config && isEven && given[0] === localBatch ? accumulationWords(config) : '';
  const how = accumulation ? batchesText.eachAccumulates(accumulation) : '';
  return `${left} = ${formatCount(examples)}${windows}${how}`;
}

function summaryWords({ batch }: Shown, { of, parts, examples, made }: BatchParts): string {
  const total = formatCount(examples);
  if (parts.length === 0) return batchesText.ringTakesExamples(total);
  const givers = parts.filter((part) => part.examples > 0);
  const [first] = givers;
  if (givers.length === 0) return batchesText.nobodyAddedAnything;
  if (parts.length === 1)
    return batch?.batchMode === 'fixed'
      ? batchesText.oneReplicaTakes(total)
      : batchesText.oneReplicaExamples(total);
  const isEven = givers.every((part) => part.examples === first.examples);
  const many = givers.length > 1 ? batchesText.replicas(formatCount(givers.length)) : first.name;
  const verb =
    of === 'first-step'
      ? batchesText.willTake
      : (of === 'last-step' ? batchesText.took : batchesText.take)(givers.length);
  const what = isEven
    ? batchesText.text(
        formatCount(first.examples),
        givers.length > 1 ? batchesText.each : runsText.many.examples,
      )
    : batchesText.partEach;
  const idle = parts.filter((part) => part.examples === 0).map(({ name }) => name);
  const without = idle.length > 0 ? batchesText.nothingFrom(formatNames(idle)) : '';
  return `${batchesText.takesWhat(many, verb, what)} ${updateWords(made, total)}${without}`;
}

/** What the update is, of a batch of so many. */
function updateWords({ innerSteps, isOfFragment, isHeldBack }: Making, total: string): string {
  if (innerSteps === undefined)
    return isHeldBack ? batchesText.updateButHeldBack(total) : batchesText.updateOneMachine(total);
  const alone = batchesText.trainsAlone(formatCount(innerSteps), innerSteps);
  const mean = isOfFragment ? batchesText.meanOfFragment : batchesText.meanOfChanges;
  return `${alone}, ${mean}${isHeldBack ? batchesText.butHeldBack : ''}.`;
}

/** Tells how the ring uses this device's part. `refused`: how often the ring refused it lately. */
export function yourPartWords({ of, made }: Pick<BatchParts, 'of' | 'made'>, refused = 0): string {
  const goes = made.innerSteps === undefined ? batchesText.yourGradientGoes : batchesText.yourChangeGoes;
  const tense = of === 'first-step' ? 'will' : of === 'each-step' && refused === 0 ? 'now' : 'was';
  return [
    goes[tense],
    ...(made.isHeldBack && of !== 'last-step' ? [batchesText.heldBackComesLater] : []),
    ...(refused > 0 ? [batchesText.yourPartRefused(formatCount(refused), refused)] : []),
  ].join(' ');
}
