// What was found in files, in words.
import { noteIn, type DataNote } from '../../../src/base/data-notes';
import { mergesIn } from '../../../src/data/recipe';
import type { Imported, ImportedExamples, ImportedText } from '../../../src/data/import/imported';
import { cutText, heldOutWindows, overlapOf, tokenCount, windowCount } from '../../../src/data/window-count';
import { formatBytes, formatCount, formatPercent } from './format';
import { dataText } from '../../text/data';
import { notesText } from '../../text/notes';
import { textName } from './text-name';

/** What a reader said last. */
export interface ReadingNow {
  readonly read: number;
  readonly of: 'rows' | 'images' | 'bytes' | 'merges' | 'text';
  readonly total?: number | undefined;
  readonly file?: { readonly at: number; readonly of: number } | undefined;
}

/** 'Downloading file 1 of 2: 3 MB of 9 MB.', 'Reading: 40,000 rows so far.' */
export function progressWords(now: ReadingNow | 'begun'): string {
  if (now === 'begun') return dataText.reading;
  const { read, of, total, file } = now;
  if (of === 'merges') return dataText.learningBytePairs(formatCount(read), formatCount(total));
  if (of === 'rows') return dataText.readingRows(formatCount(read));
  if (of === 'images') return dataText.readingImages(formatCount(read));
  if (of === 'text') return dataText.readingText(formatBytes(read), formatBytes(total));
  const which = file && file.of > 1 ? dataText.file(file.at + 1, file.of) : '';
  const size = total === undefined ? '' : dataText.of(formatBytes(total));
  return dataText.downloading(which, formatBytes(read), size);
}

/** 'iris: 150 examples of 4 numbers, 3 classes.' */
export function foundWords(files: Imported): string {
  if (files.kind === 'text') return textWords(files);
  const { name, examples, inputShape, classes } = files;
  const what = inputShape.length === 1 ? dataText.inputs(formatCount(inputShape[0])) : inputShape.join(' × ');
  return dataText.examplesClasses(name, formatCount(examples), what, formatCount(classes));
}

/** 'plays: 1,115,394 characters, 65 different ones.', or as byte-pair tokens. */
function textWords(text: ImportedText): string {
  const { bytes, characters, tokens, vocabulary, recipe } = text;
  const all = dataText.characters(textName(text), formatCount(characters));
  if (recipe?.kind === 'characters') return dataText.readModelKnows(all, formatCount(vocabulary));
  return mergesIn(recipe) === undefined
    ? dataText.differentOnes(all, formatCount(vocabulary))
    : dataText.tokensBytesAverage(
        all,
        formatCount(tokens),
        (bytes / tokens).toFixed(2),
        formatCount(vocabulary),
      );
}

/** What was left out, and why. */
export function noteWords(note: DataNote): string {
  return noteIn(notesText, note);
}

/** How the data are split, and what repeats. Sentences. `context`: of the run, where it is known. */
export function splitWords(files: Imported, context?: number): readonly string[] {
  const { preview } = files;
  if (preview.kind === 'text') return files.kind === 'text' ? textSplitWords(files, preview, context) : [];
  const { split, repeated, contradicting } = preview;
  const left = split.leftOut > 0 ? dataText.equalHeldOut(formatCount(split.leftOut)) : '';
  return [
    dataText.seedExamplesHeld(split.seed, formatCount(split.validation), formatCount(split.train), left),
    repeated === 0 ? dataText.noTwoExamples : repeatedWords(repeated, contradicting),
  ];
}

type TextPreview = Extract<Imported['preview'], { kind: 'text' }>;
type TextSplit = NonNullable<TextPreview['split']>;

function textSplitWords(
  { tokens, characters }: ImportedText,
  { split, pairs }: TextPreview,
  wanted = split?.context,
): readonly string[] {
  const { context, train, validation, trainTokens, validationTokens, leftOut } =
    split && split.context === wanted ? split : { ...sizesIn(tokens, wanted ?? 0), leftOut: 0 };
  if (validation === 0) return [dataText.textTooShort];
  const inCharacters = pairs.length === 0 && tokens === characters;
  const counted = (count: number): string =>
    inCharacters
      ? dataText.countedCharacters(formatCount(count))
      : dataText.countedTokens(formatCount(count));
  const left = leftOut > 0 ? dataText.windowsEqualHeldOut(formatCount(leftOut), leftOut) : '';
  const sizes = dataText.windowsHeldOut(
    ...([counted(context), formatCount(validation), counted(validationTokens)] as const),
    ...([formatCount(train), counted(trainTokens), left] as const),
  );
  if (!split) return [sizes];
  const { repeated, validation: held } = split;
  const share = dataText.windowsRepeated(
    formatCount(repeated),
    formatCount(held),
    formatPercent(repeated / held, 0),
  );
  const repeats = repeated === 0 ? dataText.noWindowRepeated : share;
  return [
    sizes,
    split.context === context ? repeats : dataText.comparedWindows(counted(split.context), repeats),
  ];
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
  const other = contradicting > 0 ? dataText.theseAnotherClass(formatCount(contradicting)) : '';
  return dataText.inputsEarlierOne(formatCount(repeated), repeated, other);
}

export function classWords(files: ImportedExamples, label: number): string {
  return files.classNames?.[label] ?? dataText.classWord(label);
}
