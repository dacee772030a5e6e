// What was found in files, in words.
import { plural, t } from '@lingui/core/macro';
import type { Saying } from '../../../src/base/sayings';
import { namesPairs } from '../../../src/data/recipe';
import type { Imported, ImportedExamples, ImportedText } from '../../../src/data/import/imported';
import { cutText, heldOutWindows, overlapOf, tokenCount, windowCount } from '../../../src/data/window-count';
import { formatBytes, formatCount, formatFixed, formatPercent } from './format';
import '../../words/file-sayings';
import { sayingWords } from './saying-words';
import { textName } from './text-name';

/** What a reader said last. */
export interface ReadingNow {
  readonly read: number;
  readonly of: 'rows' | 'images' | 'sounds' | 'bytes' | 'merges' | 'text';
  readonly total?: number | undefined;
  readonly file?: { readonly at: number; readonly of: number } | undefined;
}

/** 'Downloading file 1 of 2: 3 MB of 9 MB.', 'Reading: 40,000 rows so far.' */
export function progressWords(now: ReadingNow | 'begun'): string {
  if (now === 'begun') return t`Reading …`;
  const { read, of, total, file } = now;
  if (of === 'merges')
    return t`Learning byte pairs: ${{ read: formatCount(read) }} of ${{ total: formatCount(total) }}.`;
  if (of === 'rows') return t`Reading: ${{ read: formatCount(read) }} rows so far.`;
  if (of === 'images') return t`Reading: ${{ read: formatCount(read) }} images so far.`;
  if (of === 'sounds') return t`Reading: ${{ read: formatCount(read) }} sounds so far.`;
  if (of === 'text') return t`Reading: ${{ read: formatBytes(read) }} of ${{ total: formatBytes(total) }}.`;
  const amount =
    total === undefined
      ? formatBytes(read)
      : t`${{ part: formatBytes(read) }} of ${{ whole: formatBytes(total) }}`;
  return file && file.of > 1
    ? t`Downloading file ${{ number: file.at + 1 }} of ${{ count: file.of }}: ${amount}.`
    : t`Downloading: ${amount}.`;
}

/** 'iris: 150 examples of 4 numbers, 3 classes.' */
export function foundWords(files: Imported): string {
  if (files.kind === 'text') return textWords(files);
  const { name, examples, classes } = files;
  const shape = files.kind === 'table' ? [files.inputs] : files.inputShape;
  const what = shape.length === 1 ? inputsWords(shape[0]) : shape.join(' × ');
  if (files.kind === 'table' && files.amounts)
    return t`${name}: ${{ examples: formatCount(examples) }} examples of ${what}, ${plural({ amounts: files.amounts.length }, { one: 'one amount', other: `${{ shown: files.amounts.length }} amounts` })} to predict.`;
  return t`${name}: ${{ examples: formatCount(examples) }} examples of ${what}, ${{ classes: formatCount(classes) }} classes.`;
}

function inputsWords(count: number): string {
  const shown = formatCount(count);
  return plural(count, { one: `${shown} input`, other: `${shown} inputs` });
}

/** 'plays: 1,115,394 characters, 65 different ones.', or as byte-pair tokens. */
function textWords(text: ImportedText): string {
  const { recipe } = text;
  const [name, characters] = [textName(text), formatCount(text.characters)];
  const [tokens, vocabulary] = [formatCount(text.tokens), formatCount(text.vocabulary)];
  if (recipe?.kind === 'characters')
    return t`${name}: ${characters} characters, read in the ${vocabulary} that the model knows.`;
  return namesPairs(recipe)
    ? t`${name}: ${characters} characters, as ${tokens} tokens of ${{ bytes: formatFixed(text.bytes / text.tokens, 2) }} bytes on average, ${vocabulary} different ones.`
    : t`${name}: ${characters} characters, ${vocabulary} different ones.`;
}

/** What was left out, and why. */
export function noteWords(note: Saying): string {
  return sayingWords(note);
}

/** How the data are split, and what repeats. Sentences. `context`: of the run, where it is known. */
export function splitWords(files: Imported, context?: number): readonly string[] {
  if (files.kind === 'text') return textSplitWords(files, context);
  const { split, repeated, contradicting } = files.preview;
  const sizes = t`With seed ${{ seed: split.seed }}, ${{ held: formatCount(split.validation) }} ${plural({ count: split.validation }, { one: 'example is', other: 'examples are' })} held out and ${{ trained: formatCount(split.train) }} trained on.`;
  const leftOut = formatCount(split.leftOut);
  return [
    split.leftOut > 0
      ? `${sizes} ${t`${leftOut} ${plural({ count: split.leftOut }, { one: 'equals a held-out example, so nothing is trained on it', other: 'equal a held-out example, so nothing is trained on them' })}.`}`
      : sizes,
    repeated === 0 ? t`No two examples have the same inputs.` : repeatedWords(repeated, contradicting),
  ];
}

type TextSplit = NonNullable<ImportedText['preview']['split']>;

function textSplitWords(
  { tokens, characters, preview: { split, pairs } }: ImportedText,
  wanted = split?.context,
): readonly string[] {
  const { context, train, validation, trainTokens, validationTokens, leftOut } =
    split && split.context === wanted ? split : { ...sizesIn(tokens, wanted ?? 0), leftOut: 0 };
  if (validation === 0) return [t`The text is too short to hold a part of it out.`];
  const inCharacters = pairs.length === 0 && tokens === characters;
  const counted = (count: number): string =>
    inCharacters
      ? t`${{ count: formatCount(count) }} characters`
      : t`${{ count: formatCount(count) }} tokens`;
  const parts = t`In windows of ${{ context: counted(context) }}, ${{ held: formatCount(validation) }} ${plural({ windows: validation }, { one: 'is', other: 'are' })} held out (the last ${{ heldTokens: counted(validationTokens) }}) and ${{ trained: formatCount(train) }} trained on (the first ${{ trainedTokens: counted(trainTokens) }}).`;
  const sizes = leftOut > 0 ? `${parts} ${leftOutWords(leftOut)}` : parts;
  if (!split) return [sizes];
  const { repeated, validation: held } = split;
  const share = t`${{ repeated: formatCount(repeated) }} of ${{ held: formatCount(held) }} held-out windows (${{ share: formatPercent(repeated / held, 0) }}) ${plural({ windows: repeated }, { one: 'stands', other: 'stand' })} word for word in the part that is trained on.`;
  const repeats =
    repeated === 0 ? t`No held-out window stands word for word in the part that is trained on.` : share;
  return [
    sizes,
    split.context === context
      ? repeats
      : t`Compared in windows of ${{ context: counted(split.context) }}: ${{ sentence: repeats }}`,
  ];
}

function leftOutWords(leftOut: number): string {
  const count = formatCount(leftOut);
  return plural(leftOut, {
    one: `${count} equals a held-out window, so nothing is trained on it.`,
    other: `${count} equal a held-out window, so nothing is trained on them.`,
  });
}

/** Without those that are left out for being equal: to compare windows takes the text itself. */
function sizesIn(tokens: number, context: number): Omit<TextSplit, 'leftOut' | 'repeated'> {
  const windows = context > 0 ? windowCount(tokens, context) : 0;
  const { trained, held } = cutText(windows, overlapOf(context), heldOutWindows(windows));
  return {
    context,
    train: trained,
    validation: held,
    trainTokens: tokenCount(trained, context),
    validationTokens: tokenCount(held, context),
  };
}

function repeatedWords(repeated: number, contradicting: number): string {
  const count = formatCount(repeated);
  const others = formatCount(contradicting);
  return contradicting > 0
    ? t`${count} ${plural(repeated, { one: 'example repeats', other: 'examples repeat' })} the inputs of an earlier one, and ${others} of these have another class.`
    : t`${count} ${plural(repeated, { one: 'example repeats', other: 'examples repeat' })} the inputs of an earlier one.`;
}

export function classWords(files: ImportedExamples, label: number): string {
  return files.classNames?.[label] ?? t`Class ${label}`;
}
