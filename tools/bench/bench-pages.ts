// The pages of one suite, by name: each is opened and started when it is first needed. A page that failed is closed, and
// a fresh one takes its place in the next case.
import type { Role, Started } from '../lab/reports/bench-report';
import { BenchPage, type Place } from './bench-page';

export type NamedRole = Role & { readonly name: string };

export class BenchPages {
  readonly #pages = new Map<string, BenchPage>();

  constructor(
    private readonly place: Place,
    private readonly onStarted: (name: string, started: Started) => void,
  ) {}

  /** Rejects when the system does not start. */
  async get({ name, library, resource }: NamedRole): Promise<BenchPage> {
    const known = this.#pages.get(name);
    if (known) return known;
    const page = await BenchPage.open(this.place, resource, name);
    this.#pages.set(name, page);
    this.onStarted(name, await page.ask({ kind: 'start', role: { library, resource } }, 'started'));
    return page;
  }

  async drop(name: string): Promise<void> {
    await this.#pages.get(name)?.close();
    this.#pages.delete(name);
  }

  async close(): Promise<void> {
    for (const name of [...this.#pages.keys()]) await this.drop(name);
  }
}
