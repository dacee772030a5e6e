// A ring with a hostile member or guest in it: the host's tab and a friend's, two replicas in one Node process, and
// a Node process that lies (src/cli/replica/testing). What the tabs show is sampled from the attack on.
import { inEnglish } from '../../src/cli/english/in-english';
import type { Notice } from '../../src/replica/protocol';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AttackName } from '../../src/cli/replica/testing/attacks';
import type { RunConfig } from '../../src/replica/protocol';
import type { Tabs } from '../fixtures';
import {
  createRoom,
  intervals,
  joinRoom,
  order,
  untilStep,
  untilWorldSize,
  type LockstepWindow,
} from '../lockstep-page';

const home = path.resolve(import.meta.dirname, '../..');
const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
/** A process begins, and its data channels open, on a busy machine. */
const joinMs = 60_000;

interface NodeProcess {
  /** All that it printed. */
  readonly output: () => string;
  say(line: string): void;
  end(): void;
}

export interface HostileRing {
  /** The host's first. */
  readonly tabs: readonly Page[];
  readonly nodes: NodeProcess;
  readonly hostile: NodeProcess;
  /** The screen's names of the members that are honest. */
  readonly honest: readonly string[];
  readonly link: string;
  end(): void;
}

export const hostileName = 'Mallory';

function startNode(script: string, args: readonly string[]): NodeProcess {
  const child = spawn(process.execPath, [...loaders, script, ...args], { cwd: home });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => undefined); // it ended
  return {
    output: () => output,
    say: (line) => child.stdin.write(`${line}\n`),
    end: () => child.kill('SIGKILL'),
  };
}

/** Resolves when all are members, or the guest is linked with all, and the ring has made some steps. */
export async function formHostileRing(
  tabs: Tabs,
  config: RunConfig,
  role: 'member' | 'guest',
): Promise<HostileRing> {
  const host = await tabs.open();
  const { url } = await createRoom(host, config, false, 'cpu');
  const link = new URL(url, host.url()).href;
  const friend = await tabs.openStranger();
  await joinRoom(friend, url, 'Friend', 'cpu');
  const pages = [host, friend];
  const nodes = startNode('src/cli/replica/testing/witness-replica.ts', [
    ...['--room', link, '--name', 'Node', '--replicas', '2', '--engine', 'cpu', '--every', '100'],
  ]);
  const honest = ['Host', 'Friend', 'Node 1', 'Node 2'];
  const hostile = startNode('src/cli/replica/testing/hostile-replica.ts', [link, hostileName, role]);
  const end = (): void => [nodes, hostile].forEach((each) => each.end());
  try {
    await untilWorldSize(pages, honest.length + (role === 'member' ? 1 : 0));
    const linked = `linked with ${honest.length}`;
    await expect.poll(hostile.output, { message: linked, timeout: joinMs }).toContain(linked);
    const everyEdge = { bitsPerSecond: 1e9, delayMs: 20, jitterMs: 0, loss: 0 };
    await order(host, { kind: 'set-network', network: { everyEdge, edges: [] } });
    await order(host, { kind: 'start' });
    for (const page of pages) await untilStep(page, 30);
  } catch (error) {
    end();
    throw new Error(`no ring: ${nodes.output()}\n${hostile.output()}`, { cause: error });
  }
  return { tabs: pages, nodes, hostile, honest, link, end };
}

export async function attack({ hostile }: HostileRing, name: AttackName): Promise<void> {
  hostile.say(name);
  await expect.poll(hostile.output, { intervals }).toContain(`attacks: ${name}`);
}

export interface Lies {
  /** Frames that the liar sent and that no honest member would have sent. */
  readonly sent: number;
  /** The first lies that the replicas in Node were asked about, and how many of these they received byte for byte. */
  readonly asked: number;
  readonly arrived: number;
}

export async function liesOf({ hostile, nodes }: HostileRing): Promise<Lies> {
  const answer = async (of: NodeProcess, line: string, form: RegExp): Promise<readonly string[]> => {
    const from = of.output().length;
    of.say(line);
    const found = (): RegExpExecArray | null => form.exec(of.output().slice(from));
    await expect.poll(found, { intervals }).toBeTruthy();
    return found()!.slice(1);
  };
  const [sent, hashes] = await answer(hostile, 'lies', /lies: (\d+), among them ([\da-f ]*)\n/);
  const [arrived, asked] = await answer(nodes, hashes, /seen: (\d+) of (\d+)\n/);
  return { sent: Number(sent), asked: Number(asked), arrived: Number(arrived) };
}

/** The screen of a tab since `watch` was called, with times of this machine. */
export interface Watched {
  readonly sinceMs: number;
  readonly stepBefore: number;
  /** The lowest. */
  readonly stepLowest: number;
  readonly stepLast: number;
  /** The longest time between two looks that saw a higher step, or until the last look. */
  readonly longestMs: number;
  readonly catchUps: number;
  /** The phases of the tab, each listed once. */
  readonly phases: readonly string[];
  /** The notices of the tab, and those of its phases that name a member. */
  readonly texts: readonly string[];
  /** The names of members that its view lost, each once. */
  readonly goneNames: readonly string[];
}

type WatchedByPage = Watched & { readonly notices: readonly Notice[] };
type WatchingWindow = LockstepWindow & { watched?: () => WatchedByPage };

/** The page looks at itself 20 times a second. */
export function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const here = window as WatchingWindow;
    const first = here.lockstep!.snapshot()!;
    const noticesBefore = here.lockstep!.notices().length;
    const sinceMs = Date.now();
    let [step, steppedMs, longestMs, lowest] = [first.step, sinceMs, 0, first.step];
    const phases = new Set<string>();
    const namingPhases = new Set<string>();
    const gone = new Set<string>();
    const membersAtFirst = first.peers.filter(({ rank }) => rank !== undefined);
    const look = (): void => {
      const now = here.lockstep?.snapshot();
      if (!now) return;
      phases.add(now.phase.kind);
      // One that is outside itself knows no view.
      const isInView = now.peers.some(({ isSelf, rank }) => isSelf && rank !== undefined);
      for (const member of isInView ? membersAtFirst : [])
        if (!now.peers.some(({ id, rank }) => id === member.id && rank !== undefined)) gone.add(member.name);
      const { waitingFor = [], lost = [] } = now.phase as Record<string, unknown>;
      const why = 'why' in now.phase ? JSON.stringify(now.phase.why) : '';
      // A ring that trains waits for one member, and the others name several.
      const { peer } = waitingFor as { readonly peer?: string };
      const naming = [peer ?? waitingFor, lost, why].flat().filter((one) => one !== '');
      if (naming.length > 0) namingPhases.add(`${now.phase.kind}: ${naming.join(', ')}`);
      lowest = Math.min(lowest, now.step);
      longestMs = Math.max(longestMs, Date.now() - steppedMs);
      if (now.step > step) steppedMs = Date.now();
      step = now.step;
    };
    setInterval(look, 50);
    here.watched = () => {
      look();
      const notices = here.lockstep!.notices().slice(noticesBefore);
      return {
        sinceMs,
        stepBefore: first.step,
        stepLowest: lowest,
        stepLast: step,
        longestMs,
        catchUps: (here.lockstep!.snapshot()?.counters.catchUps ?? 0) - first.counters.catchUps,
        phases: [...phases],
        notices,
        texts: [...namingPhases],
        goneNames: [...gone],
      };
    };
  });
}

export async function watched(page: Page): Promise<Watched> {
  const { notices, ...seen } = await page.evaluate(() => (window as WatchingWindow).watched!());
  return {
    ...seen,
    texts: [...notices.map(({ level, says }) => `${level}: ${inEnglish(says)}`), ...seen.texts],
  };
}
