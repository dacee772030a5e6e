// IDX files the user gave to this replica, by their hash. They stay on this device.
import { openIdx } from '../data/idx-dataset';
import type { Dataset } from '../data/dataset';
import { fail, ok, type Result } from '../base/result';

export class FileShelf {
  readonly #datasets = new Map<string, Dataset>();
  /** Why the last files could not be used, for the needs-file screen. */
  problem: string | undefined;

  async add(images: ArrayBuffer, labels: ArrayBuffer, name: string): Promise<Result<string, 'bad-file'>> {
    const opened = await openIdx(new Uint8Array(images), new Uint8Array(labels), name);
    if (!opened.ok) {
      this.problem = opened.error.message;
      return fail('bad-file', opened.error.message);
    }
    this.#datasets.set(opened.value.sha256, opened.value.dataset);
    this.problem = undefined;
    return ok(opened.value.sha256);
  }

  get(sha256: string): Dataset | undefined {
    return this.#datasets.get(sha256);
  }

  get isEmpty(): boolean {
    return this.#datasets.size === 0;
  }
}
