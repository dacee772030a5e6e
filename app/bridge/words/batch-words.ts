// The effective batch in words: its size, the sum behind it, and what it means. All of it belongs to one step, and
// never to a step that is not taken.
import type { Snapshot } from '../../../src/replica/protocol';
import type { BatchParts } from './batch-parts';
import { exampleWords } from './batch-sharing';
import { formatCount, formatNames } from './format';
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

const units: Readonly<Record<Exclude<BatchParts['of'], 'unknown'>, string>> = {
  'each-step': 'per step',
  'last-step': 'in the last step',
  'first-step': 'in the first step',
};

export function batchWords(shown: Shown, batch: BatchParts): BatchWords {
  if (batch.of === 'unknown') {
    const summary = 'This replica has not seen a step of the ring yet.';
    return { numeral: '–', unit: 'Not yet known.', sum: '', summary };
  }
  if (shown.phase.kind === 'no-quorum') {
    const last = sumWords(shown, batch);
    return {
      numeral: '–',
      unit: 'No step is taken now.',
      sum: batch.of === 'last-step' && last ? `The last step had ${last}.` : '',
      summary: 'Too few members can be heard: no step is taken until enough of them answer.',
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
  const windows = terms > 1 ? ` windows of ${formatCount(terms)} ${termWords(config)}` : '';
  const accumulation = config && isEven && given[0] === localBatch ? accumulationWords(config) : '';
  const how = accumulation ? `; each accumulates ${accumulation}` : '';
  return `${left} = ${formatCount(examples)}${windows}${how}`;
}

function summaryWords({ batch }: Shown, { of, parts, examples }: BatchParts): string {
  const total = formatCount(examples);
  if (parts.length === 0)
    return `The ring takes ${total} examples in a step; the plan of the step cuts them.`;
  const givers = parts.filter((part) => part.examples > 0);
  const [first] = givers;
  if (givers.length === 0) return 'Nobody added anything to the last step.';
  if (parts.length === 1)
    return batch?.batchMode === 'fixed'
      ? `One replica takes all ${total} examples of a step.`
      : `One replica, ${total} examples a step: another would double it.`;
  const isEven = givers.every((part) => part.examples === first.examples);
  const many = givers.length > 1 ? `${formatCount(givers.length)} replicas` : first.name;
  const verb = of === 'first-step' ? 'will take' : of === 'last-step' ? 'took' : givers.length > 1 ? 'take' : 'takes'; // prettier-ignore
  const what = isEven
    ? `${formatCount(first.examples)} ${givers.length > 1 ? 'each' : 'examples'}`
    : 'a part each';
  const idle = parts.filter((part) => part.examples === 0).map(({ name }) => name);
  const without = idle.length > 0 ? ` Nothing from ${formatNames(idle)} is in it.` : '';
  return `${many} ${verb} ${what}: the update is that of one machine with a batch of ${total}.${without}`;
}
