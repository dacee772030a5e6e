// A hostile member of a ring of five, or a guest that is linked and was never admitted, attacks with forged messages:
// two tabs, two replicas in Node, and a Node process that lies (src/cli/replica/testing/attacks.ts). Demanded: steps
// continue within 30 s (75 s where a member stops in its sums), no step is lost, no honest member goes, and where time
// is lost the liar's name is on the host's screen. `LOCKSTEP_ATTACK_S` watches for longer than 40 s.
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  attack,
  formHostileRing,
  hostileName,
  liesOf,
  watch,
  watched,
  type HostileRing,
  type Watched,
} from './hostile-ring';
import { expectEqualHistories, order, snapshotOf, stepsOf, untilMoreSteps } from '../lockstep-page';
import type { AttackName } from '../../src/cli/replica/testing/attacks';
import type { RunConfig } from '../../src/replica/protocol';
import { moonsRun } from '../../src/train/testing/moons-run';
import { usualGatherBytes } from '../../src/train/run/plain-training';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';

const watchedMs = 1000 * Number(process.env.LOCKSTEP_ATTACK_S ?? 40);
const mostMs = 30_000;
/** So long a ring may pause without a reason on screen: two attempts. */
const unnamedMs = 3_000;
const outside = ['connecting', 'failed', 'left', 'diverged', 'no-quorum'];

/** Gradients as short as those of Home go from each member to all. */
const short = moonsRun([24, 24]);
const usual: RunConfig = {
  ...short,
  steps: 1_000_000,
  buckets: { ...short.buckets, gatherBytes: usualGatherBytes },
};

/** `npm run test:faults -- hostile-member`; the first five are the demand of the guards, the others their siblings. */
const rows: readonly (readonly [AttackName, string, 'member' | 'guest'])[] = [
  ['not-a-member', 'guest: not-a-member to each', 'guest'],
  ['accuse-all', 'member: accuses all others in turn', 'member'],
  ['record-of-another', 'member: flooded records of the host’s rank', 'member'],
  ['version', 'member: a state 10⁶ versions newer', 'member'],
  ['ballot', 'member: ballot 2³² − 1', 'member'],
  ['forged-view', 'member: a view without the host, as a fact', 'member'],
  ['forged-goodbye', 'member: the host’s goodbye, relayed', 'member'],
  ['attempts', 'member: a new attempt 20 times a second', 'member'],
  ['creeping', 'member: catches up and never arrives', 'member'],
  ['stops', 'member: stops in the middle of each sum', 'member'],
  ['loss', 'member: a loss of −31,250', 'member'],
  ['speed', 'member: 10³⁰ loss terms a second', 'member'],
  ['lineage', 'guest: a lineage of 10¹⁵ examples', 'guest'],
];

const own: Partial<Record<AttackName, Partial<RunConfig>>> = {
  // The shards follow the speeds that records say.
  speed: { shards: 'measured', localBatch: 64 },
  // Nobody around the ring can tell who has stopped.
  stops: { buckets: short.buckets },
};

/** The time until a deadline of S5 has passed, and those that end the next attempts. */
const stopsMs = 75_000;

for (const [name, title, role] of rows)
  test(`hostile ${title}`, async ({ tabs }, info) => {
    const row = new FaultRow(info);
    const config = { ...usual, ...own[name] };
    const ring = await formHostileRing(tabs, config, role);
    try {
      tabs.expectErrors();
      await noteLinks(row, ring);
      for (const page of ring.tabs) await watch(page);
      const nodesBefore = ring.nodes.output().length;
      const { peers } = (await snapshotOf(ring.tabs[0]))!;
      const rank = peers.find((peer) => peer.name === hostileName)?.rank;
      await attack(ring, name);
      await pause(name === 'stops' ? 2 * stopsMs : watchedMs);
      const [host, friend] = await Promise.all(ring.tabs.map(watched));
      const longestMs = name === 'stops' ? stopsMs : mostMs;
      expectHeld(row, ring, [host, friend], ring.nodes.output().slice(nodesBefore), longestMs);
      await expectOwnStates(row, ring, name, [host, friend]);
      if (name === 'stops') row.note('frames withheld', (await liesOf(ring)).sent);
      else await expectArrived(row, ring);
      const said = [...host.texts, ...friend.texts, ring.nodes.output().slice(nodesBefore)].join('\n');
      if (name === 'record-of-another') expectForgerNamed(row, said);
      if (name === 'version') await expectToCatchUp(row, ring.tabs[0], host.sinceMs, rank);
      if (name === 'ballot') await expectViewChange(row, ring);
      if (name === 'loss') await expectPlausibleLoss(row, ring.tabs[0]);
      if (name === 'speed') await expectSharedBatch(row, ring.tabs[0]);
      await expectRemovedKeepsRun(row, ring, [host, friend]);
      await noteHostile(row, ring, role);
    } finally {
      await writeFile(info.outputPath('processes.txt'), `${ring.nodes.output()}\n\n${ring.hostile.output()}`);
      ring.end();
    }
  });

test('hostile member: veto of pause and kick', async ({ tabs }, info) => {
  const row = new FaultRow(info);
  const ring = await formHostileRing(tabs, usual, 'member');
  const [host, friend] = ring.tabs;
  try {
    tabs.expectErrors();
    await noteLinks(row, ring);
    for (const page of ring.tabs) await watch(page);
    await attack(ring, 'veto');
    await pause(2_000);
    const pausedMs = await timeUntil(
      async () => (await phaseOf(host)) === 'paused' && (await phaseOf(friend)) === 'paused',
      () => order(host, { kind: 'pause' }),
    );
    row.time('pause, at both tabs', pausedMs, 10_000);
    const steppedMs = await timeUntil(
      async () => (await phaseOf(host)) === 'training',
      () => order(host, { kind: 'start' }),
    );
    row.time('trains again', steppedMs, 10_000);
    const before = (await snapshotOf(host))!;
    const { id } = before.peers.find((peer) => peer.name === hostileName)!;
    const isOut = async (page: Page): Promise<boolean> =>
      !(await snapshotOf(page))!.peers.some((peer) => peer.id === id && peer.rank !== undefined);
    const kickedMs = await timeUntil(
      async () => (await isOut(host)) && (await isOut(friend)),
      () => order(host, { kind: 'kick', peer: id }),
    );
    row.time('kick, at both tabs', kickedMs, 5_000);
    await expectArrived(row, ring);
    const each = await Promise.all(ring.tabs.map(watched));
    row.fact(
      'named on the host’s screen',
      hostileName,
      namedIn(each[0].texts).join(', ') || 'nobody',
      namedIn(each[0].texts).includes(hostileName),
    );
    noteText(row, each[0].texts);
    if (kickedMs === undefined) return;
    await untilMoreSteps(ring.tabs, 10);
    await expectEqualHistories(ring.tabs, 10);
    const refusedMs = await timeUntil(() => Promise.resolve(/failed \(/.test(ring.hostile.output())));
    row.time('the kicked one is refused', refusedMs, 20_000);
    await noteHostile(row, ring, 'member');
    // An honest one that is removed keeps what it trained.
    const { self, step } = (await snapshotOf(friend))!;
    await order(host, { kind: 'kick', peer: self });
    const keptMs = await timeUntil(async () => (await snapshotOf(friend))?.phase.kind === 'failed');
    row.time('a kicked tab ends', keptMs, 20_000);
    await expectHomeOffers(row, friend, 'friend', step);
  } finally {
    await writeFile(info.outputPath('processes.txt'), `${ring.nodes.output()}\n\n${ring.hostile.output()}`);
    ring.end();
  }
});

/** A busy machine may take longer than the relay waits. */
async function noteLinks(row: FaultRow, { tabs }: HostileRing): Promise<void> {
  const { peers } = (await snapshotOf(tabs[0]))!;
  row.note('the host’s links', peers.flatMap(({ link }) => link ?? []).join(', '));
}

/** A row in which nothing happens says nothing, unless the lies came. */
async function expectArrived(row: FaultRow, ring: HostileRing): Promise<void> {
  const { sent, asked, arrived } = await liesOf(ring);
  row.fact('lies sent', '≥ 1', sent, sent > 0);
  row.fact(
    'of the first, came to a replica in Node',
    'half',
    `${arrived} of ${asked}`,
    arrived * 2 >= asked && arrived > 0,
  );
}

/** C13: what the author says over its own link counts, and whoever passed on something else is named. */
function expectForgerNamed(row: FaultRow, said: string): void {
  const text = new RegExp(`${hostileName} sent what it may not.*`).exec(said)?.[0] ?? 'nobody';
  row.fact('the forger is named', hostileName, text.slice(0, 110), text !== 'nobody');
}

/** T13: the others hold what most hold, and it is the liar that is behind. */
async function expectToCatchUp(
  row: FaultRow,
  host: Page,
  sinceMs: number,
  rank: number | undefined,
): Promise<void> {
  const decided = (await linesOf(host)).filter(
    ({ at, kind, decision }) => at >= sinceMs && kind === 'decision' && decision === 'catch-up',
  );
  const has = (ranks: unknown): boolean => Array.isArray(ranks) && ranks.includes(rank);
  const told = decided.filter(({ targets }) => has(targets)).length;
  const followed = decided.filter(({ sources }) => has(sources)).length;
  row.fact('the liar is told to catch up', '≥ 1 time', told, told > 0);
  row.fact('others are told to take its state', '0 times', followed, followed === 0);
}

function expectHeld(
  row: FaultRow,
  { honest }: HostileRing,
  each: readonly Watched[],
  nodes: string,
  mostMs: number,
): void {
  const [host] = each;
  const longestMs = Math.max(...each.map((one) => one.longestMs));
  row.time('longest time without a step', longestMs, mostMs);
  const lowest = Math.min(...each.map(({ stepLowest, stepBefore }) => stepLowest - stepBefore));
  const steps = each.map(
    ({ stepBefore, stepLowest, stepLast }) => `${stepBefore} → ${stepLast} (lowest ${stepLowest})`,
  );
  row.fact('steps of host, friend', 'never fall', steps.join(', '), lowest >= 0);
  const tabsOut = each.flatMap(({ phases }, i) =>
    phases.some((kind) => outside.includes(kind)) ? [honest[i]] : [],
  );
  const nodesOut = ['Node 1', 'Node 2'].filter((name) =>
    new RegExp(`${name}: (connecting|failed|left|no quorum)`).test(nodes),
  );
  const goneFrom = host.goneNames.filter((name) => honest.includes(name));
  const out = [...new Set([...tabsOut, ...nodesOut, ...goneFrom])];
  row.fact('honest members removed', 'none', out.join(', ') || 'none', out.length === 0);
  const named = namedIn(host.texts);
  const isRight = named.includes(hostileName) || longestMs < unnamedMs;
  row.fact(
    'named on the host’s screen',
    `${hostileName}, where over ${unnamedMs / 1000} s are lost`,
    named.join(', ') || 'nobody',
    isRight,
  );
  noteText(row, host.texts);
  row.note('the liar', host.goneNames.includes(hostileName) ? 'is out' : 'is where it was');
}

/** A tab whose attempt is ended from outside may miss the last frames of a step that the others finished. It fetches that
 *  step's sum (J4b), and then holds what the others hold. */
async function expectOwnStates(
  row: FaultRow,
  { tabs }: HostileRing,
  name: AttackName,
  each: readonly Watched[],
): Promise<void> {
  const counts = each.map(({ catchUps }) => catchUps);
  const [what, told] = ['others’ states taken by the tabs', counts.join(' + ')];
  if (name !== 'attempts') return row.fact(what, '0', told, Math.max(...counts) === 0);
  row.note(what, told);
  await expectEqualHistories(tabs, 10, ...tabs.flatMap((tab, i) => Array<Page>(counts[i]).fill(tab)));
}

const honestNames = ['Host', 'Friend', 'Node 1', 'Node 2'];

/** The members that some text is about. A text that names several of them is about none. */
function namedIn(texts: readonly string[]): readonly string[] {
  const all = [hostileName, ...honestNames];
  const alone = texts
    .map((text) => all.filter((name) => text.includes(name)))
    .filter((names) => names.length === 1);
  return all.filter((name) => alone.some(([only]) => only === name));
}

function noteText(row: FaultRow, texts: readonly string[]): void {
  const text = texts.find((each) => namedIn([each]).includes(hostileName)) ?? texts[0] ?? 'nothing';
  row.note('it said', text.slice(0, 110));
}

/** The host kicks an honest member: where no ballot is left, nobody can be removed any more. */
async function expectViewChange(row: FaultRow, ring: HostileRing): Promise<void> {
  const generation = (await snapshotOf(ring.tabs[0]))!.generation;
  const changedMs = await timeUntil(
    async () => ((await snapshotOf(ring.tabs[0]))?.generation ?? 0) > generation,
    async () => {
      const { peers } = (await snapshotOf(ring.tabs[0]))!;
      const { id } = peers.find(({ name }) => name === 'Node 2')!;
      await order(ring.tabs[0], { kind: 'kick', peer: id });
    },
  );
  row.time('a view after it', changedMs, 10_000);
}

async function expectPlausibleLoss(row: FaultRow, host: Page): Promise<void> {
  const losses = (await stepsOf(host)).slice(-100).map(({ loss }) => loss);
  const lowest = Math.min(...losses);
  row.fact('lowest loss on screen', '≥ 0', lowest.toFixed(1), lowest >= 0);
}

async function expectSharedBatch(row: FaultRow, host: Page): Promise<void> {
  const { peers } = (await snapshotOf(host))!;
  const id = peers.find(({ name }) => name === hostileName)?.id;
  const last = (await stepsOf(host)).at(-1)!.contributions;
  const total = Object.values(last).reduce((sum, count) => sum + count, 0);
  const own = id === undefined ? 0 : (last[id] ?? 0);
  // Four times an equal share of five at most.
  row.fact('its part of the batch', '≤ 4/5', `${own} of ${total}`, own <= 0.8 * total);
}

/** A tab that was removed nevertheless. */
async function expectRemovedKeepsRun(
  row: FaultRow,
  ring: HostileRing,
  each: readonly Watched[],
): Promise<void> {
  for (const [i, { phases, stepBefore }] of each.entries())
    if (phases.some((kind) => outside.includes(kind)))
      await expectHomeOffers(row, ring.tabs[i], ring.honest[i], stepBefore);
}

async function expectHomeOffers(row: FaultRow, page: Page, who: string, step: number): Promise<void> {
  const fork = (await snapshotOf(page))?.forkCheckpoint?.step;
  row.note(`${who}: fork checkpoint`, fork === undefined ? 'none' : `step ${fork}`);
  await page.goto('/start');
  const kept = page.getByText(/^Step [\d,]+ of [\d,]+/).first();
  const text = await kept.textContent({ timeout: 10_000 }).catch(() => 'nothing');
  const offered = Number(/^Step ([\d,]+)/.exec(text ?? '')?.[1].replaceAll(',', '') ?? -1);
  row.fact(`${who}: Home offers`, `step ≥ ${step}`, (text ?? '').slice(0, 40), offered >= step);
}

async function noteHostile(row: FaultRow, { hostile }: HostileRing, role: string): Promise<void> {
  hostile.say('keeps');
  await expect.poll(hostile.output).toMatch(/keeps: /);
  const keeps = /keeps: (.*)/.exec(hostile.output())![1];
  if (role === 'guest') row.fact('the guest keeps', 'nothing', keeps, keeps === 'nothing');
  row.note(
    'the liar’s last phase',
    hostile
      .output()
      .trimEnd()
      .split('\n')
      .filter((line) => /ring of/.test(line))
      .at(-1) ?? '',
  );
}

async function phaseOf(page: Page): Promise<string | undefined> {
  return (await snapshotOf(page))?.phase.kind;
}

/** Milliseconds from `act` on; undefined: not within 40 s. */
async function timeUntil(
  holds: () => Promise<boolean>,
  act: () => Promise<void> = () => Promise.resolve(),
): Promise<number | undefined> {
  const sinceMs = Date.now();
  await act();
  while (Date.now() - sinceMs < 40_000) {
    if (await holds()) return Date.now() - sinceMs;
    await pause(100);
  }
  return undefined;
}
