// Files that the user gave to this replica, IDX pairs and texts, by their hash. They stay on this device.
import { openIdx } from '../../data/idx-dataset';
import type { Dataset } from '../../data/dataset';
import { checkText, openText } from '../../data/text-file';
import { textDataset, type Text } from '../../data/text-windows';
import type { FileBytes } from '../../data/unpack';
import type { Vocabulary } from '../../data/vocabulary';
import { fail, ok, type Result } from '../../base/result';

/** From the page: an unread file, or bytes. */
type Given = Blob | ArrayBuffer;

interface GivenText {
  readonly file: FileBytes;
  /** Of the last run on it. */
  made: { readonly by: string; readonly text: Text } | undefined;
}

export class FileStore {
  readonly #images = new Map<string, Dataset>();
  readonly #texts = new Map<string, GivenText>();
  /** As they were given, gzipped or not. */
  readonly #given = new Map<string, readonly Blob[]>();
  #last: { readonly images?: string; readonly text?: string } = {};
  /** Why the last files could not be used, for the needs-file screen. */
  problem: string | undefined;

  async add(images: Given, labels: Given, name: string): Promise<Result<string, 'bad-file'>> {
    const opened = await openIdx(bytesOf(images), bytesOf(labels), name);
    if (!opened.ok) return this.#refuse(opened.error.message);
    this.#images.set(opened.value.sha256, opened.value.dataset);
    this.#last = { ...this.#last, images: opened.value.sha256 };
    this.#given.set(opened.value.sha256, [new Blob([images]), new Blob([labels])]);
    this.problem = undefined;
    return ok(opened.value.sha256);
  }

  /** The run decides what its tokens are. */
  async addText(given: Given): Promise<Result<string, 'bad-file'>> {
    const file = bytesOf(given);
    const checked = await checkText(file);
    if (!checked.ok) return this.#refuse(checked.error.message);
    const { sha256 } = checked.value;
    if (!this.#texts.has(sha256)) this.#texts.set(sha256, { file, made: undefined });
    this.#last = { ...this.#last, text: sha256 };
    this.#given.set(sha256, [new Blob([given])]);
    this.problem = undefined;
    return ok(sha256);
  }

  /** The newest ones: where each member brings its own, no hash is agreed. */
  last(kind: 'idx' | 'text'): string | undefined {
    return kind === 'idx' ? this.#last.images : this.#last.text;
  }

  images(sha256: string): Dataset | undefined {
    return this.#images.get(sha256);
  }

  /** `vocabulary`: that the run names; undefined: the text's own characters. Undefined: the text is not here, or `problem`
   *  says why it has no such tokens. */
  async text(
    sha256: string,
    context: number,
    name: string,
    vocabulary?: Vocabulary,
  ): Promise<Dataset | undefined> {
    const given = this.#texts.get(sha256);
    if (!given) return undefined;
    const by = JSON.stringify(vocabulary ?? 'its own');
    if (given.made?.by !== by) {
      given.made = undefined; // two sets of tokens of a large text need not fit
      const opened = await openText(given.file, undefined, vocabulary);
      if (!opened.ok) {
        this.problem = opened.error.message;
        return undefined;
      }
      given.made = { by, text: opened.value };
    }
    return textDataset(given.made.text, context, name);
  }

  /** The files of this data, images before labels; undefined: not on this device. */
  given(sha256: string): readonly Blob[] | undefined {
    return this.#given.get(sha256);
  }

  get isEmpty(): boolean {
    return this.#images.size === 0 && this.#texts.size === 0;
  }

  #refuse(message: string): Result<never, 'bad-file'> {
    this.problem = message;
    return fail('bad-file', message);
  }
}

function bytesOf(given: Given): FileBytes {
  return given instanceof ArrayBuffer ? new Uint8Array(given) : given;
}
