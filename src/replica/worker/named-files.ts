// The files that a run's configuration names by their hash (T17): given by this replica's person, kept on this device from
// before, or fetched from members. Whoever has one gives it to others.
import { fail, ok, type Result } from '../../base/result';
import { say, type Saying } from '../../base/sayings';
import { yieldToLoop } from '../../base/yield-to-loop';
import type { NamedFile } from '../../data/named-file';
import { listShards, rootOf } from '../../data/shards';
import type { DataShare } from '../../train/share/data-share';
import type { Given } from '../../train/share/shard-server';
import { givenBy, type SharedFile } from '../../train/share/shared-file';
import type { NamedFileWords, NamedSource } from '../files/file-store';
import {
  forgetSharedShelf,
  keepWhole,
  keptFile,
  openSharedShelf,
  type ShelfPlace,
} from '../files/shared-shelf';

export interface NamedFilesParts {
  readonly share: () => Pick<DataShare, 'named' | 'keepNamed' | 'on'>;
  /** Shows what the replica does before it is in a ring. */
  readonly show: (doing: Saying, lacks?: NamedFileWords['lacks']) => void;
  /** A ring waits for this replica now. */
  readonly isAwaited: () => boolean;
}

/** A file of more takes longer than a ring should wait. */
const mostAwaitedBytes = 2 ** 20;

export class NamedFiles implements NamedSource {
  readonly #here = new Map<string, { readonly whole: Blob; readonly given: Given }>();
  /** The roots of the files that came from members. */
  readonly #received = new Set<string>();
  #wanted: readonly NamedFile[] = [];

  constructor(readonly parts: NamedFilesParts) {}

  /** The run names these files, and no others. */
  use(files: readonly NamedFile[]): void {
    this.#wanted = files;
    this.parts.share().keepNamed(files);
    for (const file of files) {
      const here = this.#here.get(file.root);
      if (here) this.parts.share().named(file).give(here.given);
    }
  }

  /** This replica's person gives it. */
  async add(file: Blob): Promise<void> {
    const list = await listShards(file, yieldToLoop);
    const root = rootOf(list);
    const shared = this.#give(file, root, list);
    shared.fetching?.stop(say('data-cancelled')); // `get` finds it here
    await keepWhole(this.#place(root), root, file);
  }

  /** Undefined: it is not here, or nobody has asked for it. */
  here({ root }: NamedFile): Blob | undefined {
    return this.#here.get(root)?.whole;
  }

  /** Whether it is on this device, whole. */
  async has(file: NamedFile): Promise<boolean> {
    if (!this.#here.has(file.root)) await this.#takeKept(file);
    return this.#here.has(file.root);
  }

  /** Fails where members do not have it, and where a ring would wait for a large file: outside it is fetched then. */
  async get(file: NamedFile, words: NamedFileWords): Promise<Result<Blob, 'no-file'>> {
    const { root, bytes } = file;
    const isHere = await this.has(file);
    if (!isHere && bytes > mostAwaitedBytes && this.parts.isAwaited())
      return fail('no-file', words.didNotCome(say('fetched-outside')));
    const shelf = this.#here.has(root) ? undefined : await openSharedShelf(this.#place(root), root, bytes);
    const here = this.#here.get(root);
    if (here) shelf?.close(); // its person gave it meanwhile
    if (here || !shelf) return ok(here!.whole);
    const share = this.parts.share();
    const shared = share.named(file);
    const stop = share.on('change', () => this.#show(shared, words));
    const end = await shared.fetch(shelf, yieldToLoop).finally(stop);
    const added = this.#here.get(root)?.whole;
    if (added) return ok(added);
    if (!end.ok) return fail('no-file', words.didNotCome(end.error.says));
    this.#here.set(root, { whole: end.value, given: shared.given! });
    this.#received.add(root);
    return ok(end.value);
  }

  /** The host removed or refused this replica: what it received leaves this device (J8d). */
  async forget(): Promise<void> {
    for (const root of this.#received) await forgetSharedShelf(this.#place(root), root);
  }

  /** It is whole and was kept before; its hash is compared. */
  async #takeKept({ root, bytes }: NamedFile): Promise<void> {
    const file = await keptFile(this.#place(root), root);
    if (file?.size !== bytes) return;
    const list = await listShards(file, yieldToLoop);
    if (rootOf(list) === root) this.#give(file, root, list);
  }

  #give(whole: Blob, root: string, list: Uint8Array): SharedFile {
    const given = givenBy(whole, root, list);
    this.#here.set(root, { whole, given });
    const shared = this.parts.share().named({ root, bytes: whole.size });
    shared.give(given);
    return shared;
  }

  #show({ fetching, file }: SharedFile, { fetching: says, lacks }: NamedFileWords): void {
    if (fetching) this.parts.show(says(Math.floor((100 * fetching.receivedBytes) / file.bytes)), lacks);
  }

  #place(root: string): ShelfPlace {
    // Files that are here may be given before the run that names them is known.
    const stay = [root, ...this.#here.keys(), ...this.#wanted.map((wanted) => wanted.root)];
    return { folder: 'lockstep-named-files', stay };
  }
}
