// Why a run cannot be: sentences without their full stop, by code, and how they read in English. As in sayings.ts, a page
// in another language has its own sentence for each code. Apart from it, because the form of a run is shown before Join.
import { groupDigits } from './group-digits';

export const englishRunProblems = {
  /** Other languages put the detail behind the sentence. */
  'bad-model': (detail: string) => detail,
  'setting-least': (setting: string, least: number, given: number) =>
    `${setting} is ${given}, and at least ${groupDigits(least)} is possible`,
  'setting-most': (setting: string, most: number, given: number) =>
    `${setting} is ${given}, and at most ${groupDigits(most)} is possible`,
  'setting-unusable': (setting: string) => `${setting} has a value that is not possible`,
  'too-many-parameters': (count: number, most: number) =>
    `the model has ${groupDigits(count)} parameters, more than ${groupDigits(most)}`,
  'more-fragments-than-parameters': (count: number, fragments: number) =>
    `the model has ${groupDigits(count)} parameters, and so not ${fragments} fragments`,
  'too-many-terms': (innerSteps: number, batch: number, positions: number, most: number) =>
    `${innerSteps > 1 ? `${groupDigits(innerSteps)} inner steps of ` : ''}${groupDigits(batch)} examples of ${groupDigits(positions)} positions are more than ${groupDigits(most)} loss terms`,
  'too-large-batch': (innerSteps: number, batch: number, positions: number, most: number) =>
    `${innerSteps > 1 ? `${groupDigits(innerSteps)} inner steps of ` : ''}a batch of ${groupDigits(batch)} examples of ${groupDigits(positions)} positions is more than ${groupDigits(most)} loss terms`,
  'text-for-numbers': () => 'the data is text, the model takes numbers' as string,
  'numbers-for-text': () => 'the model takes text' as string,
  'other-inputs': (data: number, model: number) =>
    `the data has ${groupDigits(data)} inputs, the model ${groupDigits(model)}`,
  'other-labels': (data: number, model: number) =>
    `the data has ${data} labels an example, the model ${groupDigits(model)}`,
  'fewer-classes': (data: number, model: number) => `the data has ${data} classes, the model ${model}`,
  'own-text-by-characters': () =>
    'texts of each member need byte pairs: characters would be numbered differently on every device' as string,
  'power-sgd-of-fragments': () =>
    'power-sgd factors whole tensors, and Streaming DiLoCo sums fragments: choose another codec' as string,
  'unequal-micro-batches': (batch: number, micro: number) =>
    `${groupDigits(batch)} examples are not a whole number of micro-batches of ${groupDigits(micro)}`,
  'none-to-train': (examples: number, heldOut: number) =>
    `of ${groupDigits(examples)} examples ${groupDigits(heldOut)} are held out: some must remain for training`,
  'unequal-fragments': (innerSteps: number, fragments: number) =>
    `${groupDigits(innerSteps)} inner steps of a round are not a whole number for each of ${groupDigits(fragments)} fragments`,
  'late-fragment': (delay: number, most: number) =>
    `the delay is ${groupDigits(delay)}, and at most the ${most} inner steps between two sums`,
  'own-table': () =>
    'a table of each member would be scaled by its own numbers, so its columns would not mean the same' as string,
  'other-windows': (tokens: number, windows: number, context: number) =>
    `${groupDigits(tokens)} tokens do not make ${groupDigits(windows)} windows of ${groupDigits(context)}`,
  'as-many-tokens': (characters: number, different: number) =>
    `${groupDigits(characters)} characters, at most ${different} of them different, are as many tokens`,
  'other-byte-pairs': (made: number, said: number) =>
    `the byte pairs make ${groupDigits(made)} tokens, and the run says ${groupDigits(said)}`,
  'other-characters': (made: number, said: number) =>
    `the characters make ${groupDigits(made)} tokens, and the run says ${groupDigits(said)}`,
};

type Problems = typeof englishRunProblems;
export type RunProblemCode = keyof Problems;

/** The problem in English, and the same as a code with its values, in order. */
export interface RunProblem {
  readonly text: string;
  readonly code: RunProblemCode;
  readonly given: readonly (string | number)[];
}

export function problemOf<Code extends RunProblemCode>(
  code: Code,
  ...given: Parameters<Problems[Code]>
): RunProblem {
  const sentence = englishRunProblems[code] as (...given: readonly (string | number)[]) => string;
  return { text: sentence(...given), code, given };
}
