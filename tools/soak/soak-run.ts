// The soak's run: a room, replicas that come and go, and a ledger that compares all their reports. It ends when its
// time is up, or at the first violation. Then it keeps the flight records of all living replicas.
import { inEnglish } from '../../src/cli/english/in-english';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prng, type Prng } from '../../src/base/prng';
import { nextEvent, type Population, type Death } from './soak-churn';
import { SoakLedger } from './soak-ledger';
import type { SoakPopulation, SoakEvents, SoakMember } from './soak-member';
import type { SoakOptions } from './soak-options';

export interface SoakSummary {
  readonly outcome: 'done' | 'failed';
  readonly why?: string;
  readonly seed: number;
  readonly minutes: number;
  readonly adds: number;
  readonly kills: Readonly<Record<Death, number>>;
  readonly commits: number;
  readonly comparisons: number;
  readonly retries: number;
  readonly catchUps: number;
  /** The highest generation of any lineage. */
  readonly generation: number;
  readonly lineages: number;
  readonly worstGapSeconds: number;
  /** Memory of the soak's own process, once a minute and at the end, in MiB. */
  readonly rssMib: readonly number[];
  readonly replicaRssMib: number;
}

export interface SoakSurroundings {
  readonly population: SoakPopulation;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/** S5: more than this without a commit is a failure. */
const commitLimitMs = 30_000;
const lookMs = 250;
/** A view that names a dead newcomer is agreed on within this time, or never. */
const latelyMs = 10_000;
const minuteMs = 60_000;
const mib = 2 ** 20;

export class SoakRun {
  readonly #random: Prng;
  readonly #ledger = new SoakLedger();
  readonly #living = new Set<SoakMember>();
  readonly #spares: SoakMember[] = [];
  readonly #all = new Set<SoakMember>();
  readonly #lately: { readonly id: string; readonly untilMs: number }[] = [];
  readonly #kills: Record<Death, number> = { silent: 0, dropped: 0, leave: 0 };
  readonly #rssMib: number[] = [];
  readonly #events: SoakEvents = {
    steps: (from, steps) => this.#fail(this.#ledger.report(from.name, steps, performance.now())),
    state: (from) => this.#judge(from),
    failed: (from, why) => this.#fail(`${from.name}: ${why}`),
  };
  #adds = 0;
  #retries = 0;
  #catchUps = 0;
  #generation = 0;
  #replicaRss = 0;
  #startedMs = 0;
  #submittedMs = -Infinity;
  #problem: string | undefined;

  constructor(
    readonly options: Pick<SoakOptions, 'minutes' | 'seed' | 'link'>,
    readonly room: SoakSurroundings,
  ) {
    this.#random = prng('soak', options.seed);
  }

  async run(): Promise<SoakSummary> {
    const { options, room } = this;
    const { population } = room;
    while (this.#adds < population.atFirst) await this.#add();
    this.#startedMs = performance.now();
    const endMs = this.#startedMs + options.minutes * minuteMs;
    let eventMs = this.#startedMs + Math.max(3_000, population.pauseMs.least);
    let minuteAtMs = this.#startedMs;
    while (performance.now() < endMs && this.#problem === undefined && !room.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      const nowMs = performance.now();
      if (nowMs >= minuteAtMs) {
        minuteAtMs += minuteMs;
        this.#rssMib.push(Math.round(process.memoryUsage.rss() / mib));
        room.print(this.#progress(nowMs));
      }
      this.#begin(nowMs);
      const sinceMs = this.#ledger.lastCommitMs ?? this.#startedMs;
      const silentMs = Math.max(nowMs - sinceMs, this.#ledger.worstGapMs);
      if (silentMs > commitLimitMs) this.#fail(`S5: no commit for ${Math.round(silentMs / 1000)} s`);
      this.#fail(this.#ledger.missing(nowMs));
      if (nowMs < eventMs || this.#ledger.commits === 0) continue;
      eventMs =
        nowMs +
        population.pauseMs.least +
        this.#random.below(population.pauseMs.most - population.pauseMs.least + 1);
      await this.#churn(nowMs);
    }
    if (this.#problem !== undefined) await this.#keepRecords(this.#problem);
    const summary = this.#summary();
    await this.end();
    return summary;
  }

  /** Ends every process that it started. */
  async end(): Promise<void> {
    for (const each of this.#all) each.die('silent');
    await Promise.all([...this.#all].map(({ exited }) => exited));
  }

  async #churn(nowMs: number): Promise<void> {
    const event = nextEvent(this.#random, this.#population(nowMs));
    if (event.kind === 'add') return this.#add();
    const victim = [...this.#living].find(({ state }) => state?.self === event.victim)!;
    this.#living.delete(victim);
    this.#settle(victim);
    this.#kills[event.death]++;
    this.#lately.push({ id: event.victim, untilMs: nowMs + latelyMs });
    victim.die(event.death);
  }

  async #add(): Promise<void> {
    const child = this.#spares.shift() ?? this.#start();
    while (this.#spares.length < this.room.population.spares) this.#spares.push(this.#start());
    const isFirst = this.#adds === 0;
    child.name = `replica ${++this.#adds}`;
    await Promise.race([child.ready, child.exited]);
    await child.begin(isFirst);
    this.#living.add(child);
  }

  #start(): SoakMember {
    const child = this.room.population.start(this.#events);
    this.#all.add(child);
    void child.exited.then(() => this.#all.delete(child));
    return child;
  }

  /** Starts a run in the lobby. A run may begin again when all members that held the state were killed. */
  #begin(nowMs: number): void {
    const waiting = [...this.#living].find(({ state }) => state?.phase.kind === 'lobby');
    if (!waiting || nowMs - this.#submittedMs < 3_000) return;
    this.#submittedMs = nowMs;
    const { link } = this.options;
    if (link) waiting.submit({ kind: 'set-network', network: { everyEdge: link, edges: [] } });
    waiting.submit({ kind: 'start' });
  }

  #population(nowMs: number): Population {
    while (this.#lately.length > 0 && this.#lately[0].untilMs < nowMs) this.#lately.shift();
    const begun = [...this.#living].flatMap(({ state }) => (state ? [state] : []));
    return {
      living: new Map(begun.map((state) => [state.self, state.lineage === '' ? undefined : state])),
      lately: this.#lately.map(({ id }) => id),
      ...this.room.population,
    };
  }

  #judge(from: SoakMember): void {
    const { state } = from;
    if (!state || from.isDoomed) return;
    this.#generation = Math.max(this.#generation, state.generation);
    const { phase } = state;
    if (phase.kind === 'failed')
      this.#fail(`${from.name} failed: ${phase.error.code}: ${inEnglish(phase.error.says)}`);
    else if (phase.kind === 'diverged' || phase.kind === 'finished')
      this.#fail(`${from.name}: ${phase.kind}: ${inEnglish(phase.why)}`);
  }

  #settle(child: SoakMember): void {
    this.#retries += child.state?.retries ?? 0;
    this.#catchUps += child.state?.catchUps ?? 0;
    this.#replicaRss = Math.max(this.#replicaRss, child.mostRssBytes);
  }

  #fail(why: string | undefined): void {
    this.#problem ??= why;
  }

  #progress(nowMs: number): string {
    const { commits, worstGapMs } = this.#ledger;
    const minutes = Math.round((nowMs - this.#startedMs) / minuteMs);
    const kills = Object.values(this.#kills).reduce((sum, n) => sum + n, 0);
    return (
      `${minutes} min: ${commits} commits, ${this.#adds} added, ${kills} killed, ${this.#living.size} alive, ` +
      `worst gap ${(worstGapMs / 1000).toFixed(1)} s, ${this.#rssMib.at(-1)} MiB`
    );
  }

  async #keepRecords(why: string): Promise<void> {
    const folder = path.join(tmpdir(), `lockstep-soak-${this.options.seed}-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    this.room.print(`FAILED: ${why}\nflight records and last notices: ${folder}`);
    await Promise.all(
      [...this.#living].map(async (child) => {
        const record = await child.flightRecord();
        const head = JSON.stringify({ name: child.name, state: child.state, notices: child.notices });
        writeFileSync(path.join(folder, `${child.name.replace(' ', '-')}.jsonl`), `${head}\n${record}\n`);
        this.room.print(
          `${child.name} ${child.state?.self.slice(0, 6)}: ${JSON.stringify(child.state?.phase)}, ` +
            `${child.state?.lineage}/${child.state?.generation} of ${child.state?.members.length}, step ${child.state?.step}`,
        );
      }),
    );
  }

  #summary(): SoakSummary {
    for (const child of this.#living) this.#settle(child);
    const { commits, comparisons, lineages, worstGapMs } = this.#ledger;
    const why = this.#problem ?? (this.room.signal.aborted ? 'interrupted' : undefined);
    return {
      outcome: why === undefined ? 'done' : 'failed',
      ...(why !== undefined && { why }),
      seed: this.options.seed,
      minutes: Math.round(((performance.now() - this.#startedMs) / minuteMs) * 100) / 100,
      adds: this.#adds,
      kills: this.#kills,
      commits,
      comparisons,
      retries: this.#retries,
      catchUps: this.#catchUps,
      generation: this.#generation,
      lineages,
      worstGapSeconds: Math.round(worstGapMs / 100) / 10,
      rssMib: [...this.#rssMib, Math.round(process.memoryUsage.rss() / mib)],
      replicaRssMib: Math.round(this.#replicaRss / mib),
    };
  }
}
