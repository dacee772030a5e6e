// Predictions: a question, the answers to it, what they say together, and how an answer stands to what was measured. Pure, so
// that the answers of a class can come by any way. Answers may come from other devices: they are validated here.
import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { formatTick } from '../../bridge/words/format';
import { amountOf, withUnit } from './amount';

export type Question =
  | {
      readonly kind: 'choice';
      readonly text: string;
      readonly options: readonly (readonly [id: string, words: string])[];
    }
  | {
      readonly kind: 'number';
      readonly text: string;
      readonly unit: string;
      readonly least: number;
      readonly most: number;
      /** An answer is right up to this factor above or below what was measured; above 1. */
      readonly factor: number;
    };

export type Answer =
  | { readonly kind: 'choice'; readonly option: string }
  | { readonly kind: 'number'; readonly value: number };

const answerSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('choice'), option: v.pipe(v.string(), v.maxLength(40)) }),
  v.strictObject({ kind: v.literal('number'), value: v.pipe(v.number(), v.finite()) }),
]);

/** The answer as it travels (H16): the number, or the option’s index. −1: the answer is not to this question. */
export function valueOf(question: Question, answer: Answer): number {
  if (answer.kind === 'number') return answer.value;
  return question.kind === 'choice' ? question.options.findIndex(([id]) => id === answer.option) : -1;
}

/** An answer to this question; undefined: it is none. */
export function parseAnswer(question: Question, given: unknown): Answer | undefined {
  const parsed = v.safeParse(answerSchema, given);
  if (!parsed.success) return undefined;
  const answer = parsed.output;
  if (question.kind === 'choice')
    return answer.kind === 'choice' && question.options.some(([id]) => id === answer.option)
      ? answer
      : undefined;
  return answer.kind === 'number' && answer.value >= question.least && answer.value <= question.most
    ? answer
    : undefined;
}

/** Which numbers can be an answer, in the unit in which they are typed. */
export function rangeWords({ least, most, unit }: Question & { kind: 'number' }): string {
  if (most === Infinity) return t`${{ least: formatTick(least) }} or more.`;
  return t`From ${{ least: formatTick(least) }} to ${{ most: withUnit(formatTick(most), unit) }}.`;
}

export type Verdict = 'right' | 'wrong' | 'too low' | 'too high';

/** Both answer the question. */
export function verdictOf(question: Question, answer: Answer, measured: Answer): Verdict {
  if (answer.kind === 'choice' || measured.kind === 'choice')
    return answer.kind === measured.kind && optionOf(answer) === optionOf(measured) ? 'right' : 'wrong';
  const factor = question.kind === 'number' ? question.factor : 1;
  if (answer.value > measured.value * factor) return 'too high';
  return answer.value < measured.value / factor ? 'too low' : 'right';
}

export function answerWords(question: Question, answer: Answer): string {
  if (answer.kind === 'number')
    return withUnit(...amountOf(answer.value, question.kind === 'number' ? question.unit : '', 3));
  return question.kind === 'choice'
    ? (question.options.find(([id]) => id === answer.option)?.[1] ?? answer.option)
    : answer.option;
}

export interface Bin {
  readonly label: string;
  readonly count: number;
  /** What was measured lies here; false while it is not yet known. */
  readonly isMeasured: boolean;
}

/** About so many bins of a question for a number: few enough to read from the back of a room. */
const numberBins = 6;

/** How many gave which answer: a bin per option, or bins with round edges: of about equal ratio between the least and the
 *  most number, of equal width where the least is not above 0. An edge at 100 % is a bin of its own. Answers that do not
 *  answer the question are not counted. What was measured may lie beyond what can be answered: then it has a bin of its own. */
export function histogram(question: Question, answers: readonly Answer[], measured?: Answer): readonly Bin[] {
  const valid = answers.filter((answer) => parseAnswer(question, answer) !== undefined);
  const labels =
    question.kind === 'choice' ? question.options.map(([, words]) => words) : numberLabels(question);
  const bins = valid.map((answer) => binOf(question, answer));
  const known = measured && parseAnswer(question, measured) && binOf(question, measured);
  const inside = labels.map((label, index) => ({
    label,
    count: bins.filter((bin) => bin === index).length,
    isMeasured: known === index,
  }));
  if (question.kind !== 'number' || measured?.kind !== 'number') return inside;
  const outside = (words: (edge: string) => string, edge: number): Bin => ({
    label: words(withUnit(...amountOf(edge, question.unit, 4))),
    count: 0,
    isMeasured: true,
  });
  if (measured.value < question.least)
    return [outside((edge: string) => t`less than ${edge}`, question.least), ...inside];
  if (measured.value > question.most)
    return [...inside, outside((edge: string) => t`more than ${edge}`, question.most)];
  return inside;
}

/** `answer` is one of the question. */
function binOf(question: Question, answer: Answer): number {
  if (answer.kind === 'choice')
    return question.kind === 'choice' ? question.options.findIndex(([id]) => id === answer.option) : -1;
  return numberBin(question, answer.value);
}

function numberBin(question: Question, value: number): number {
  if (question.kind !== 'number') return -1;
  const edges = numberEdges(question);
  const above = edges.findIndex((edge, index) => index > 0 && value < edge);
  return above < 0 ? edges.length - 2 : above - 1;
}

function numberEdges({ least, most, unit }: Question & { kind: 'number' }): readonly number[] {
  const width = roundNumber((most - least) / numberBins);
  const inner = Array.from({ length: 2 * numberBins }, (_, index) =>
    least > 0
      ? roundNumber(least * (most / least) ** ((index + 1) / numberBins))
      : least + width * (index + 1),
  )
    .filter((edge) => edge < most * (1 - 1e-9))
    .flatMap((edge) => (unit === '%' && edge === 100 ? [99.5, 100.5] : edge));
  return [...new Set([least, ...inner, most])];
}

/** The nearest of 1, 2, 3, 5 and 10, times a power of ten. */
function roundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const square = (value / power) ** 2 * (1 - 1e-9);
  const digit = square < 2 ? 1 : square < 6 ? 2 : square < 15 ? 3 : square < 50 ? 5 : 10;
  return Number((digit * power).toPrecision(6));
}

function numberLabels(question: Question & { kind: 'number' }): readonly string[] {
  const edges = numberEdges(question).map((edge) => amountOf(edge, question.unit, 2));
  return edges.slice(1).map((high, index) => {
    const low = edges[index];
    // 100 %
    if (low.join() === high.join()) return withUnit(...high);
    return t`${{ low: low[1] === high[1] ? low[0] : withUnit(...low) }} to ${{ high: withUnit(...high) }}`;
  });
}

function optionOf(answer: Answer): string | undefined {
  return answer.kind === 'choice' ? answer.option : undefined;
}
