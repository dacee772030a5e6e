// What a checkpoint says beside its tensors: the metadata of the file. Written and read here.
import { logged, say } from '../../base/sayings';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../base/result';
import { parsedJson } from '../../base/parsed-json';
import { decodeRunState, encodeRunState, type RunState } from '../run/run-state';
import { fromHex, toHex } from '../../base/bytes';
import { tokenizerIn } from '../../data/recipe';
import { tokenizerFileOf, vocabularyIn } from '../../data/recipe-tokens';
import { mostTokenizerBytes } from '../../data/tokenizer-bytes';
import type { Sheet } from '../../data/sheet';
import type { Vocabulary } from '../../data/vocabulary';
import { todaysState } from '../run/older-run';
import type { RunConfig } from '../run/run-config';
import { sheetSchema } from '../run/sheet-schema';
import { damaged, type FileProblem } from './safetensors-file';

/** Raised when the names, the layouts or the metadata change. */
const layout = 'checkpoint-2';

/** What computed the gradients of the run's last steps, on the device that saved it. */
export interface SavedEngine {
  readonly backend: string;
  readonly device: string;
  readonly precision: string;
  /** The build of the engine on the processor, whose last bits differ from another's. Empty for other engines. */
  readonly kernels: string;
}

export interface CheckpointFacts {
  readonly state: RunState;
  readonly lineage: string;
  /** The digest over tensors and run state. 16 hex digits. */
  readonly digest: string;
  /** Updates applied since the start of the run. */
  readonly updates: number;
  readonly savedAtMs: number;
  /** The loss of the last committed step; undefined: none was observed. */
  readonly loss: number | undefined;
  readonly engine: SavedEngine | undefined;
  /** The vocabulary of a language model. Byte pairs are in the run’s configuration, or in the tokenizer that it names. */
  readonly vocabulary: Vocabulary | undefined;
  /** The sheet of square images in a user's files: how their ink lies, so that a drawing is placed alike without them. */
  readonly sheet?: Sheet | undefined;
}

const text = v.pipe(v.string(), v.maxLength(200));
const engineSchema = v.strictObject({ backend: text, device: text, precision: text, kernels: text });
const tokenizerSchema = v.pipe(v.string(), v.maxLength(2 * mostTokenizerBytes));
const charactersSchema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(2))), v.maxLength(256));

/** Strings only. `format` tells Transformers that the tensors are PyTorch's. */
export function encodeFacts(facts: CheckpointFacts): Record<string, string> {
  const { state, lineage, digest, updates, savedAtMs, loss, engine, vocabulary, sheet } = facts;
  const tokenizer = vocabulary && tokenizerFileOf(vocabulary);
  return {
    format: 'pt',
    lockstep: layout,
    lineage,
    digest,
    updates: String(updates),
    run: String(state.run),
    step: String(state.step),
    examples: String(state.examples),
    savedAt: new Date(savedAtMs).toISOString(),
    ...(loss === undefined ? {} : { loss: String(loss) }),
    ...(engine ? { engine: JSON.stringify(engine) } : {}),
    ...(vocabulary?.kind === 'characters' ? { characters: JSON.stringify(vocabulary.characters) } : {}),
    ...(tokenizer ? { tokenizer: JSON.stringify(toHex(tokenizer)) } : {}),
    ...(sheet ? { sheet: JSON.stringify(sheet) } : {}),
    state: encodeRunState(state),
  };
}

export function decodeFacts(
  metadata: Readonly<Record<string, string>>,
): Result<CheckpointFacts, FileProblem> {
  if (metadata.lockstep === undefined) return fail('foreign', say('no-run-of-lockstep'));
  if (metadata.lockstep !== layout)
    return fail('other-version', say('run-of-other-version', { version: metadata.lockstep.slice(0, 40) }));
  const state = decodeRunState(metadata.state ?? '', todaysState);
  if (!state.ok) return damaged(logged(state.error.says));
  const { lineage, digest, loss } = metadata;
  if (!/^[0-9a-f]{1,16}$/.test(lineage ?? '')) return damaged('it names no lineage');
  if (!/^[0-9a-f]{16}$/.test(digest ?? '')) return damaged('it has no digest');
  const updates = Number(metadata.updates ?? NaN);
  if (!Number.isSafeInteger(updates) || updates < 0)
    return damaged('it does not say how many updates it had');
  const savedAtMs = Date.parse(metadata.savedAt ?? '');
  if (Number.isNaN(savedAtMs)) return damaged('it does not say when it was saved');
  const engine = optional(engineSchema, metadata.engine);
  const characters = optional(charactersSchema, metadata.characters);
  const sheet = optional(sheetSchema(state.value.config.model.inputShape), metadata.sheet);
  const tokenizer = optional(tokenizerSchema, metadata.tokenizer);
  if (!engine.ok || !characters.ok || !sheet.ok || !tokenizer.ok)
    return damaged('its metadata are not well-formed');
  const vocabulary = vocabularyOf(state.value.config, characters.value, tokenizer.value);
  if (!vocabulary.ok) return damaged(logged(vocabulary.error.says));
  return ok({
    state: state.value,
    lineage,
    digest,
    updates,
    savedAtMs,
    loss: loss === undefined || !Number.isFinite(Number(loss)) ? undefined : Number(loss),
    engine: engine.value,
    sheet: sheet.value,
    vocabulary: vocabulary.value,
  });
}

/** `tokenizer`: the file that the run names, as hex; undefined: it was not at hand when the run was saved. */
function vocabularyOf(
  { data }: RunConfig,
  characters: readonly string[] | undefined,
  tokenizer: string | undefined,
): Result<Vocabulary | undefined> {
  if (data.kind !== 'text' || (tokenizerIn(data.recipe) && tokenizer === undefined))
    return ok(characters && { kind: 'characters', characters });
  const named = vocabularyIn(data.recipe, tokenizer === undefined ? undefined : fromHex(tokenizer));
  return named.ok && !named.value ? ok(characters && { kind: 'characters', characters }) : named;
}

function optional<T>(
  schema: v.GenericSchema<unknown, T>,
  json: string | undefined,
): { readonly ok: true; readonly value: T | undefined } | { readonly ok: false } {
  if (json === undefined) return { ok: true, value: undefined };
  const parsed = v.safeParse(schema, parsedJson(json));
  return parsed.success ? { ok: true, value: parsed.output } : { ok: false };
}
