// Files that the user gave to this replica, pairs of IDX files and texts, by their hash. They stay on this device.
import { say, type Saying } from '../../base/sayings';
import { openIdx } from '../../data/idx-dataset';
import type { Dataset } from '../../data/dataset';
import { checkText, largeTextCapBytes, openText, textCapBytes, type TextFile } from '../../data/text-file';
import { textDataset } from '../../data/text-windows';
import type { NamedFile } from '../../data/named-file';
import type { FileBytes } from '../../data/unpack';
import type { Vocabulary } from '../../data/vocabulary';
import { fail, ok, type Failure, type Result } from '../../base/result';
import type { FileData } from '../../train/run/data-shape';
import type { RunConfig } from '../../train/run/run-config';
import { openTokenFile } from './token-folder';
import type { OpenTokenFile } from '../../data/tokens';

/** What the page gives: an unread file, or bytes. */
type Given = Blob | ArrayBuffer;

interface GivenText {
  readonly file: FileBytes;
  /** Unpacked. */
  readonly bytes: number;
  /** The text of the last run on it. */
  made: { readonly by: string; readonly text: TextFile } | undefined;
}

/** Where the tokens of texts are, and when a text is large; a test has limits of its own. */
export interface TextPlaces {
  readonly openTokens?: OpenTokenFile;
  /** A text of more has its tokens in a file. */
  readonly inMemoryBytes?: number;
  /** The limit of textDataset. */
  readonly mostListed?: number;
}

/** Files that a run names by their hash (T17). */
export interface NamedSource {
  /** Waits until it is here, or cannot come. */
  get(file: NamedFile, words: NamedFileWords): Promise<Result<Blob, 'no-file'>>;
}

/** The sentences about such a file. */
export interface NamedFileWords {
  readonly fetching: (percent: number) => Saying;
  readonly didNotCome: (detail: Saying) => Saying;
  /** The run whose base the file is. */
  readonly lacks?: Pick<RunConfig, 'model' | 'base'>;
}

const noneNamed: NamedSource = {
  get: (_, { didNotCome }) => Promise.resolve(fail('no-file', didNotCome(say('nobody-offers-data')))),
};

export class FileStore {
  readonly #examples = new Map<string, Dataset>();
  readonly #texts = new Map<string, GivenText>();
  /** The bytes as they were given, gzipped or not. */
  readonly #given = new Map<string, readonly Blob[]>();
  /** A large text takes a minute. */
  #adding: Promise<unknown> | undefined;
  #last: { readonly examples?: string; readonly text?: string } = {};
  /** Why the last files could not be used, for the needs-file screen. */
  problem: Saying | undefined;

  constructor(
    readonly places: TextPlaces = {},
    readonly named: NamedSource = noneNamed,
  ) {}

  async add(inputFile: Given, labelFile: Given, name: string): Promise<Result<string, 'bad-file'>> {
    const opened = await openIdx(bytesOf(inputFile), bytesOf(labelFile), name);
    if (!opened.ok) return this.#refuse(opened.error);
    const { sha256, dataset } = opened.value;
    this.#examples.set(sha256, dataset);
    this.#last = { ...this.#last, examples: sha256 };
    this.#given.set(sha256, [new Blob([inputFile]), new Blob([labelFile])]);
    this.problem = undefined;
    return ok(sha256);
  }

  /** The run decides what its tokens are. A large text is read once if they are its own characters, as most often. */
  async addText(given: Given): Promise<Result<string, 'bad-file'>> {
    const adding = this.#addText(given);
    this.#adding = adding;
    return adding;
  }

  async #addText(given: Given): Promise<Result<string, 'bad-file'>> {
    const file = bytesOf(given);
    const { inMemoryBytes = textCapBytes } = this.places;
    const size = file instanceof Blob ? file.size : file.length;
    const opened = size > inMemoryBytes ? await this.#open({ file, bytes: size }) : undefined;
    const text = opened?.ok ? opened.value : undefined;
    const checked = text ? ok(text) : await checkText(file, largeTextCapBytes);
    if (!checked.ok) return this.#refuse(checked.error);
    const { sha256, bytes } = checked.value;
    if (this.#texts.has(sha256)) await text?.close();
    else this.#texts.set(sha256, { file, bytes, made: text && { by: byOf(undefined), text } });
    this.#last = { ...this.#last, text: sha256 };
    this.#given.set(sha256, [new Blob([given])]);
    this.problem = undefined;
    return ok(sha256);
  }

  /** The newest ones: where each member brings its own, no hash is agreed. */
  last(kind: FileData['kind']): string | undefined {
    return kind === 'text' ? this.#last.text : this.#last.examples;
  }

  /** Whether the files of a run are here. */
  has(sha256: string): boolean {
    return this.#given.has(sha256);
  }

  examples(sha256: string): Dataset | undefined {
    return this.#examples.get(sha256);
  }

  /** Waits for a text that is being read. `vocabulary`: that the run names; undefined: the text's own characters. Undefined: the text is not here, or `problem`
   *  says why it has no such tokens. */
  async text(
    sha256: string,
    context: number,
    name: string,
    vocabulary?: Vocabulary,
  ): Promise<Dataset | undefined> {
    if (!this.#texts.has(sha256)) await this.#adding;
    const given = this.#texts.get(sha256);
    if (!given) return undefined;
    const by = byOf(vocabulary);
    if (given.made?.by !== by) {
      await this.#closeTexts(); // two sets of tokens of a large text need not fit
      const opened = await this.#open(given, vocabulary);
      if (!opened.ok) {
        this.#refuse(opened.error);
        return undefined;
      }
      given.made = { by, text: opened.value };
    }
    return textDataset(given.made.text, context, name, this.places.mostListed);
  }

  /** The files of this data, inputs before classes; undefined: not on this device. */
  given(sha256: string): readonly Blob[] | undefined {
    return this.#given.get(sha256);
  }

  get isEmpty(): boolean {
    return this.#examples.size === 0 && this.#texts.size === 0;
  }

  async #open(
    { file, bytes }: Pick<GivenText, 'file' | 'bytes'>,
    vocabulary?: Vocabulary,
  ): Promise<Result<TextFile>> {
    const { openTokens = openTokenFile, inMemoryBytes = textCapBytes } = this.places;
    if (bytes <= inMemoryBytes) return openText(file, undefined, vocabulary);
    const tokenFile = await openTokens(bytes);
    return tokenFile
      ? openText(file, largeTextCapBytes, vocabulary, tokenFile)
      : fail('no-room', say('large-text-no-room', { bytes: { bytes }, inMemory: { bytes: inMemoryBytes } }));
  }

  async #closeTexts(): Promise<void> {
    for (const given of this.#texts.values()) {
      const { made } = given;
      given.made = undefined;
      await made?.text.close();
    }
  }

  #refuse({ says }: Failure): Result<never, 'bad-file'> {
    this.problem = says;
    return fail('bad-file', says);
  }
}

function byOf(vocabulary: Vocabulary | undefined): string {
  return JSON.stringify(vocabulary ?? 'its own');
}

function bytesOf(given: Given): FileBytes {
  return given instanceof ArrayBuffer ? new Uint8Array(given) : given;
}
