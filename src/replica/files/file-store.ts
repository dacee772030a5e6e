// Files that the user gave to this replica, IDX pairs and texts, by their hash. They stay on this device.
import { openIdx } from '../../data/idx-dataset';
import type { Dataset } from '../../data/dataset';
import { openText } from '../../data/text-file';
import { textDataset, type Text } from '../../data/text-windows';
import type { FileBytes } from '../../data/unpack';
import { fail, ok, type Result } from '../../base/result';

/** From the page: an unread file, or bytes. */
type Given = Blob | ArrayBuffer;

export class FileStore {
  readonly #images = new Map<string, Dataset>();
  readonly #texts = new Map<string, Text>();
  /** Why the last files could not be used, for the needs-file screen. */
  problem: string | undefined;

  async add(images: Given, labels: Given, name: string): Promise<Result<string, 'bad-file'>> {
    const opened = await openIdx(bytesOf(images), bytesOf(labels), name);
    if (!opened.ok) return this.#refuse(opened.error.message);
    this.#images.set(opened.value.sha256, opened.value.dataset);
    this.problem = undefined;
    return ok(opened.value.sha256);
  }

  async addText(file: Given): Promise<Result<string, 'bad-file'>> {
    const opened = await openText(bytesOf(file));
    if (!opened.ok) return this.#refuse(opened.error.message);
    this.#texts.set(opened.value.sha256, opened.value);
    this.problem = undefined;
    return ok(opened.value.sha256);
  }

  images(sha256: string): Dataset | undefined {
    return this.#images.get(sha256);
  }

  text(sha256: string, context: number, name: string): Dataset | undefined {
    const text = this.#texts.get(sha256);
    return text && textDataset(text, context, name);
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
