// The part of a class without a page: replicas on the CPU in Node, each in a process of its own, as the soak has them. All
// their reports are compared with each other.
import { inEnglish } from '../../src/cli/english/in-english';
import { expect } from '@playwright/test';
import { rmSync } from 'node:fs';
import { bundleSoakReplica } from '../../tools/soak/soak-bundle';
import { SoakLedger } from '../../tools/soak/soak-ledger';
import { SoakProcess } from '../../tools/soak/soak-process';
import type { RunConfig } from '../../src/replica/protocol';
import { parseRoomInput } from '../../src/replica/room-link';

/** Wait before each gradient: 24 members share this machine. */
const stepMs = 50;

export class NodeClass {
  readonly members: SoakProcess[] = [];
  readonly ledger = new SoakLedger();
  /** Steps that differed, and processes that ended by themselves. */
  readonly problems: string[] = [];
  readonly #bundle: { readonly folder: string; readonly file: string };

  constructor(
    readonly url: string,
    readonly config: RunConfig,
  ) {
    const built = bundleSoakReplica();
    if (!built.ok) throw new Error(inEnglish(built.error.says));
    this.#bundle = built.value;
  }

  /** Starts one more, and gives its process the room. */
  async add(): Promise<void> {
    const { code, key } = parseRoomInput(this.url)!;
    const member = new SoakProcess(
      {
        ...{ bundle: this.#bundle.file, url: new URL(this.url).origin, config: this.config, stepMs },
        ticket: { code, key, hostToken: undefined },
      },
      {
        steps: (from, steps) => this.#note(this.ledger.report(from.name, steps, performance.now())),
        state: () => undefined,
        failed: (from, why) => this.#note(`${from.name}: ${why}`),
      },
    );
    member.name = `Laptop ${this.members.push(member)}`;
    await Promise.race([member.ready, member.exited]);
    await member.begin(false);
  }

  get living(): readonly SoakProcess[] {
    return this.members.filter(({ isDoomed }) => !isDoomed);
  }

  /** Waits until every living one has finished its run at this step. */
  async untilFinished(step: number): Promise<void> {
    const ends = (): string[] => this.living.map(({ state }) => `${state?.phase.kind} ${state?.step}`);
    await expect
      .poll(ends, { message: 'Node’s replicas' })
      .toEqual(this.living.map(() => `finished ${step}`));
  }

  describe(): string {
    return this.members
      .map(
        ({ name, state, notices }) =>
          `${name}: ${JSON.stringify(state?.phase)} ${notices.slice(-3).join(' | ')}`,
      )
      .join('\n');
  }

  async end(): Promise<void> {
    for (const member of this.members) member.die('silent');
    await Promise.all(this.members.map(({ exited }) => exited));
    rmSync(this.#bundle.folder, { recursive: true, force: true });
  }

  #note(problem: string | undefined): void {
    if (problem !== undefined) this.problems.push(problem);
  }
}
