// The timeline of the ring, as one replica observes it (T10, T11). While somebody looks, it asks its linked members once a
// second for the accounts of the last steps, and places them on its own clock. It answers members alike. Nothing is
// sent while nobody looks.
import * as v from 'valibot';
import type { Clock } from '../../../base/clock';
import { Emitter } from '../../../base/emitter';
import { BucketTable } from '../../../base/bucket-table';
import type { MemberId, View } from '../../../membership/view';
import { jsonOf, type Arrived, type Hub } from '../../peers/hub';
import type { StepAccount } from './step-account';
import type { StepAccounts } from './step-accounts';
import { mostAsked, readAccount, timelineMessage, writeAccount } from './timeline-message';

/** An account by the clock of the replica that observes. */
export interface SeenAccount extends StepAccount {
  readonly member: MemberId;
  /** The true times are no farther from these; 0: the replica's own. */
  readonly errorMs: number;
}

export interface TimelineOptions {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly hub: Hub;
  readonly accounts: () => StepAccounts;
  readonly view: () => View | undefined;
  /** Whether a peer is in the view, and not removed (J8). */
  readonly isMember: (peer: MemberId) => boolean;
}

const lookEveryMs = 1_000;
/** A peer that looks asks once a second; clocks differ, and messages come in bursts. */
const askLimit = { capacity: 4, perSecond: 2 };

export class Timeline extends Emitter<{ readonly accounts: readonly SeenAccount[] }> {
  readonly #had = new Map<MemberId, ReadonlySet<number>>();
  readonly #asked = new Map<MemberId, { readonly run: number; readonly steps: readonly number[] }>();
  readonly #limits: BucketTable;
  #run = 0;
  #cancel: (() => void) | undefined;

  constructor(readonly options: TimelineOptions) {
    super();
    const { hub, clock } = options;
    this.#limits = new BucketTable(askLimit, clock);
    hub.handle('timeline', (arrived) => {
      arrived.consume();
      this.#take(arrived);
    });
    hub.on('closed', ({ peer }) => {
      for (const map of [this.#had, this.#asked]) map.delete(peer);
      this.#limits.drop(peer);
    });
  }

  /** Begins to look, and tells again what it knows; or ends. */
  watch(isWatched: boolean): void {
    this.end();
    this.#had.clear();
    if (isWatched) this.#look();
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #look(): void {
    const { self, clock, hub, accounts, view } = this.options;
    this.#cancel = clock.after(lookEveryMs, () => this.#look());
    const shown = accounts().shown(clock.now());
    const run = shown.at(-1)?.run;
    if (run === undefined) return;
    if (run !== this.#run) this.#had.clear();
    this.#run = run;
    this.#tell(self, this.#lacking(self, shown), 0);
    for (const peer of view()?.members ?? []) {
      if (peer === self || !hub.has(peer)) continue;
      const steps = this.#lacking(peer, shown).map(({ step }) => step);
      if (steps.length === 0) continue;
      this.#asked.set(peer, { run, steps });
      hub.sendJson(peer, 'timeline', { kind: 'ask', run, steps: steps.slice(-mostAsked) });
    }
  }

  #lacking(member: MemberId, shown: readonly StepAccount[]): readonly StepAccount[] {
    const had = this.#had.get(member);
    return shown.filter(({ step }) => !had?.has(step));
  }

  #tell(member: MemberId, accounts: readonly StepAccount[], errorMs: number): void {
    if (accounts.length === 0) return;
    const steps = [...(this.#had.get(member) ?? []), ...accounts.map(({ step }) => step)];
    this.#had.set(member, new Set(steps.slice(-4 * mostAsked)));
    this.emit(
      'accounts',
      accounts.map((account) => ({ ...account, member, errorMs })),
    );
  }

  #take({ from, frame }: Arrived): void {
    const { hub, isMember } = this.options;
    const message = v.safeParse(timelineMessage, jsonOf(frame));
    if (!message.success) return hub.refuse(from, 'a malformed message of the timeline'); // T10
    if (!isMember(from)) return;
    const { output } = message;
    if (output.kind === 'ask') return this.#answer(from, output);
    const asked = this.#asked.get(from);
    const clock = hub.link(from)?.stats().peerClock;
    if (!clock || asked?.run !== output.run || !this.#cancel) return;
    this.#asked.delete(from); // one answer for each question (T11)
    const answers = output.accounts.filter(({ step }) => asked.steps.includes(step));
    this.#tell(
      from,
      answers.map((sent) => readAccount(output.run, sent, clock.offsetMs)),
      clock.errorMs,
    );
  }

  #answer(to: MemberId, { run, steps }: { readonly run: number; readonly steps: readonly number[] }): void {
    const { hub, accounts } = this.options;
    if (!this.#limits.take(to)) return; // T11
    const held = [...new Set(steps)].flatMap((step) => accounts().of(run, step) ?? []);
    hub.sendJson(to, 'timeline', { kind: 'accounts', run, accounts: held.map(writeAccount) });
  }
}
