// What was found in files, in words.
import { noteIn, type DataNote } from '../../../src/base/data-notes';
import { mergesIn } from '../../../src/data/recipe';
import type { Imported, ImportedExamples, ImportedText } from '../../../src/data/import/imported';
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

/** How the data are split, and what repeats. Sentences. */
export function splitWords(files: Imported): readonly string[] {
  const { preview } = files;
  if (preview.kind === 'text') return files.kind === 'text' ? textSplitWords(files, preview) : [];
  const { split, repeated, contradicting } = preview;
  const left = split.leftOut > 0 ? dataText.equalHeldOut(formatCount(split.leftOut)) : '';
  return [
    dataText.seedExamplesHeld(split.seed, formatCount(split.validation), formatCount(split.train), left),
    repeated === 0 ? dataText.noTwoExamples : repeatedWords(repeated, contradicting),
  ];
}

type TextPreview = Extract<Imported['preview'], { kind: 'text' }>;

function textSplitWords(
  { tokens, characters }: ImportedText,
  { split, pairs }: TextPreview,
): readonly string[] {
  if (!split) return [dataText.textTooShort];
  const { context, train, validation, trainTokens, validationTokens, leftOut, repeated } = split;
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
  const share = dataText.windowsRepeated(formatCount(repeated), formatCount(validation), formatPercent(repeated / validation, 0)); // prettier-ignore
  return [sizes, repeated === 0 ? dataText.noWindowRepeated : share];
}

function repeatedWords(repeated: number, contradicting: number): string {
  const other = contradicting > 0 ? dataText.theseAnotherClass(formatCount(contradicting)) : '';
  return dataText.inputsEarlierOne(formatCount(repeated), repeated, other);
}

export function classWords(files: ImportedExamples, label: number): string {
  return files.classNames?.[label] ?? dataText.classWord(label);
}
