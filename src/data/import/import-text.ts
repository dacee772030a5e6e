// A text as something to train on: in characters, in byte pairs that are learnt, or in those that the run names.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { learnBytePairs } from '../learn-byte-pairs';
import { type RecipeWish, type TextRecipe, tokenizerIn } from '../recipe';
import { pairsOf, vocabularyIn } from '../recipe-tokens';
import { largeTextCapBytes, openText } from '../text-file';
import { maximumCharacters, type Vocabulary, vocabularySize } from '../vocabulary';
import type { Imported } from './imported';
import { previewText } from './preview-text';
import { textPart } from './text-part';
import type { OnProgress, Wanted } from './wanted';

/** `of`: a field of rows, whose texts are all in memory. */
export async function importText(
  given: Blob,
  name: string,
  notes: readonly Saying[],
  { recipe: wish, onProgress, room, before }: Wanted,
  of?: { readonly field: string; readonly choices: readonly string[]; readonly hasMore: boolean },
): Promise<Result<Imported, 'bad-file'>> {
  const found = await textPart(given, room);
  if (!found.ok) return found;
  const { text, file, ends, cutFrom = of?.hasMore ? 0 : undefined } = found.value;
  let { tokenFile } = found.value;
  const isLarge = tokenFile !== undefined;
  const onBytes = (bytes: number): void => (isLarge ? onProgress(bytes, 'text', ends.bytes) : undefined);
  const all = [...before, ...notes];
  let tokens = await wantedTokens(text, wish, onProgress);
  if (!tokens.ok) {
    await tokenFile?.remove();
    return tokens;
  }
  const capBytes = isLarge ? largeTextCapBytes : undefined;
  let opened = await openText(text, capBytes, tokens.value, tokenFile, onBytes);
  if (!opened.ok && opened.error.says?.code === 'text-of-many-characters') {
    tokens = await learnMerges(text, usualTokens, onProgress);
    if (!tokens.ok) return tokens;
    tokenFile = isLarge ? await room.openTokens?.(ends.bytes) : undefined; // it took the first one away
    opened = await openText(text, tokenFile && capBytes, tokens.value, tokenFile, onBytes);
    all.push(say('many-characters', { most: maximumCharacters }));
  }
  if (!opened.ok) return opened;
  const { vocabulary, characters, bytes, sha256 } = opened.value;
  if (found.value.cutFrom !== undefined)
    all.unshift(
      cutFrom
        ? say('first-part', { used: { bytes }, of: { bytes: cutFrom } })
        : say('first-part-of-more', { used: { bytes } }),
    );
  const recipe = textRecipe(of?.field, tokens.value);
  const tokenizer = tokenizerIn(recipe) && wish && tokenizerOf(wish);
  const preview = previewText(ends, opened.value, () => onBytes(ends.bytes));
  await opened.value.close();
  return ok({
    kind: 'text',
    ...(cutFrom === undefined ? {} : { cutFrom }),
    file,
    name,
    sha256,
    bytes,
    characters,
    tokens: opened.value.tokens.length,
    vocabulary: vocabularySize(vocabulary),
    ...(recipe ? { recipe } : {}),
    ...(tokenizer ? { tokenizer } : {}),
    ...(of ? { choices: of.choices } : {}),
    notes: all,
    preview,
  });
}

/** Where nobody chose how many: half of the most, so that short texts see each token often. */
const usualTokens = 512;

async function wantedTokens(
  text: Blob,
  wish: RecipeWish | undefined,
  onProgress: OnProgress,
): Promise<Result<Vocabulary | undefined, 'bad-file'>> {
  if (wish && 'learn' in wish) return learnMerges(text, wish.learn, onProgress);
  if (!wish || wish.kind === 'table') return ok(undefined);
  const file = tokenizerOf(wish);
  const named = vocabularyIn(wish, file && new Uint8Array(await file.arrayBuffer()));
  return named.ok ? named : fail('bad-file', named.error.says);
}

function tokenizerOf(wish: RecipeWish): Blob | undefined {
  return 'tokenizerFile' in wish ? wish.tokenizerFile : undefined;
}

async function learnMerges(
  text: Blob,
  tokens: number,
  onProgress: OnProgress,
): Promise<Result<Vocabulary, 'bad-file'>> {
  const learnt = await learnBytePairs(text, tokens, (count, of) => onProgress(count, 'merges', of));
  if (!learnt.ok) return learnt;
  return learnt.value.length === 0
    ? fail('bad-file', say('no-byte-pairs'))
    : ok({ kind: 'byte-pairs', merges: learnt.value });
}

function textRecipe(field: string | undefined, tokens: Vocabulary | undefined): TextRecipe | undefined {
  if (tokens?.kind === 'characters') return { kind: 'characters', characters: tokens.characters.join('') };
  const learnt = tokens && pairsOf(tokens);
  if (field !== undefined) return { kind: 'field', field, ...learnt };
  return learnt && { kind: 'text', ...learnt };
}
