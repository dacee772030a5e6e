// What was found in files, in words.
import { mergesIn } from '../../../src/data/recipe';
import type { Imported, ImportedExamples, ImportedText } from '../../../src/data/import/imported';
import { formatBytes, formatCount } from './format';

/** What a reader said last. */
export interface ReadingNow {
  readonly read: number;
  readonly of: 'rows' | 'images' | 'bytes' | 'merges';
  readonly total?: number | undefined;
  readonly file?: { readonly at: number; readonly of: number } | undefined;
}

/** 'Downloading file 1 of 2: 3 MB of 9 MB.', 'Reading: 40,000 rows so far.' */
export function progressWords(now: ReadingNow | 'begun'): string {
  if (now === 'begun') return 'Reading …';
  const { read, of, total, file } = now;
  if (of === 'merges') return `Learning byte pairs: ${formatCount(read)} of ${formatCount(total)}.`;
  if (of !== 'bytes') return `Reading: ${formatCount(read)} ${of} so far.`;
  const which = file && file.of > 1 ? ` file ${file.at + 1} of ${file.of}` : '';
  const size = total === undefined ? '' : ` of ${formatBytes(total)}`;
  return `Downloading${which}: ${formatBytes(read)}${size}.`;
}

/** 'iris: 150 examples of 4 numbers, 3 classes.' */
export function foundWords(files: Imported): string {
  if (files.kind === 'text') return textWords(files);
  const { name, examples, inputShape, classes } = files;
  const what = inputShape.length === 1 ? `${formatCount(inputShape[0])} inputs` : inputShape.join(' × ');
  return `${name}: ${formatCount(examples)} examples of ${what}, ${formatCount(classes)} classes.`;
}

/** 'plays: 1,115,394 characters, 65 different ones.', or as byte-pair tokens. */
function textWords({ name, bytes, characters, tokens, vocabulary, recipe }: ImportedText): string {
  const all = `${name}: ${formatCount(characters)} characters`;
  if (recipe?.kind === 'characters')
    return `${all}, read in the ${formatCount(vocabulary)} that the model knows.`;
  return mergesIn(recipe) === undefined
    ? `${all}, ${formatCount(vocabulary)} different ones.`
    : `${all}, as ${formatCount(tokens)} tokens of ${(bytes / tokens).toFixed(2)} bytes on average, ${formatCount(vocabulary)} different ones.`;
}

/** How the examples are split, and which are equal. Sentences. */
export function splitWords({ preview }: ImportedExamples): readonly string[] {
  if (preview.kind !== 'examples') return [];
  const { split, repeated, contradicting } = preview;
  const left =
    split.leftOut > 0
      ? ` ${formatCount(split.leftOut)} equal a held-out example, so nothing is trained on them.`
      : '';
  return [
    `With seed ${split.seed}, ${formatCount(split.validation)} examples are held out and ${formatCount(split.train)} trained on.${left}`,
    repeated === 0 ? 'No two examples have the same inputs.' : repeatedWords(repeated, contradicting),
  ];
}

function repeatedWords(repeated: number, contradicting: number): string {
  const other = contradicting > 0 ? `, and ${formatCount(contradicting)} of these have another class` : '';
  return `${formatCount(repeated)} ${repeated === 1 ? 'example repeats' : 'examples repeat'} the inputs of an earlier one${other}.`;
}

export function classWords(files: ImportedExamples, label: number): string {
  return files.classNames?.[label] ?? `Class ${label}`;
}
