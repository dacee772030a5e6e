// The page's documents at addresses of any depth. The build refers to its files by relative addresses, so that it works below
// any path; from /lesson/wall they are one folder up.
import { assetOf, type Asset, type Assets } from './assets';

/** Folders below the page's own. Its deepest route has two. */
const maxDepth = 4;

export class Documents {
  readonly #made = new Map<string, Asset>();

  constructor(private readonly assets: Assets) {}

  /** `target`: the path as the browser has it, undecoded. Undefined: no such document, or too deep for one. */
  at(name: string, target: string): Asset | undefined {
    const depth = target.split('/').length - 2;
    const asset = this.assets.get(name);
    if (depth <= 0 || asset === undefined) return asset;
    if (depth > maxDepth) return undefined;
    const key = `${'../'.repeat(depth)}${name}`;
    const made =
      this.#made.get(key) ??
      assetOf(name, Buffer.from(asset.body.toString('utf8').replaceAll('="./', `="${'../'.repeat(depth)}`)));
    this.#made.set(key, made);
    return made;
  }
}
