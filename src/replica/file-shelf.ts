// Files the user gave to this replica, IDX pairs and texts, by their hash. They stay on this device.
import { openIdx } from '../data/idx-dataset';
import type { Dataset } from '../data/dataset';
import { openText } from '../data/text-file';
import { textDataset, type Text } from '../data/text-windows';
import { fail, ok, type Result } from '../base/result';

export class FileShelf {
  readonly #images = new Map<string, Dataset>();
  readonly #texts = new Map<string, Text>();
  /** Why the last files could not be used, for the needs-file screen. */
  problem: string | undefined;

  async add(images: ArrayBuffer, labels: ArrayBuffer, name: string): Promise<Result<string, 'bad-file'>> {
    const opened = await openIdx(new Uint8Array(images), new Uint8Array(labels), name);
    if (!opened.ok) return this.#refuse(opened.error.message);
    this.#images.set(opened.value.sha256, opened.value.dataset);
    this.problem = undefined;
    return ok(opened.value.sha256);
  }

  async addText(file: ArrayBuffer): Promise<Result<string, 'bad-file'>> {
    const opened = await openText(new Uint8Array(file));
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
