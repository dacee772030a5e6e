// `npm run replica`: one replica of a room, or a few, without a browser. It prints a line per event, leaves with a goodbye,
// and ends with a reason.
import { inEnglish } from '../english/in-english';
import { access, constants, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as v from 'valibot';
import { realClock } from '../../base/clock';
import { waitingEngine } from '../../model/waiting-engine';
import { prepare } from '../../replica/worker/prepare';
import type {
  FileData,
  EngineReport,
  EngineWish,
  Phase,
  ReplicaEvent,
  ReplicaHandle,
  Snapshot,
} from '../../replica/protocol';
import { ownMismatch } from '../../data/own-data';
import { networkWords } from '../../replica/network-words';
import { serverConfigSchema } from '../../net/room/server-config';
import { phaseWords } from '../ring/phase-words';
import { MetricsFile } from '../ring/metrics-file';
import type { GivenFiles } from '../../replica/provide-files';
import { say } from '../../base/sayings';
import { readImport } from '../ring/import-choice';
import { openTemporaryTokens } from '../ring/temporary-tokens';
import { goodbyeMs, startHeadless } from './headless-replica';
import { badOptionsCode, runCommand } from '../options/command-line';
import { openNodeGpu } from '../node/node-gpu';
import { MachineReplicas } from '../node/machine-replicas';
import { openNodeRtc } from '../node/node-rtc';
import { spawnComputeThread } from '../node/spawn-compute-thread';
import { parseReplicaOptions, replicaHelp, type ReplicaOptions } from './replica-options';

const answerMs = 10_000;

/** How one replica's life ended. */
interface Ending {
  readonly isGood: boolean;
  readonly why: string;
}

async function main(options: ReplicaOptions): Promise<number> {
  // It holds for this process alone, which talks to no other server.
  if (options.selfSigned) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const unreadable = await missingFile(options.files);
  if (unreadable !== undefined) return complain(unreadable, badOptionsCode);
  const node = await openNodeRtc();
  if (!node.ok) return complain(inEnglish(node.error.says), 1);
  const engine = await openEngines(options);
  if (engine === undefined) return 1;
  const iceServers = await askIceServers(options.server);
  if (typeof iceServers === 'string') return complain(iceServers, 1);

  const metrics = options.metrics && MetricsFile.open(options.metrics, realClock.epochMs());
  if (metrics?.ok === false) return complain(inEnglish(metrics.error.says), badOptionsCode);

  const { server, code, key, mark } = options;
  const name = options.name ?? hostname();
  const handles: ReplicaHandle[] = [];
  let areFilesGood = true;
  const endings = Array.from({ length: options.replicas }, (_, index) => {
    const replicaName = options.replicas === 1 ? name : `${name} ${index + 1}`;
    const ticket = { code, key, mark, hostToken: undefined };
    const handle = startHeadless({
      url: server,
      ticket,
      name: replicaName,
      engine,
      node: node.value,
      neighbours: (self) => new MachineReplicas(self, realClock),
      iceServers,
      // Threads of its own compute, so that data channels are read meanwhile.
      processor: { threads: options.threads, spawn: spawnComputeThread },
      texts: { openTokens: openTemporaryTokens },
      ...(options.slowMs > 0 && { prepareOn: slowPrepare(options.slowMs) }),
    });
    handles.push(handle);
    if (options.files.length > 0)
      provideWhenAsked(handle, options.files, (why) => {
        console.error(`${replicaName}: error: ${why}`);
        areFilesGood = false;
      });
    if (options.receive) receiveWhenOffered(handle, (text) => console.log(`${replicaName}: ${text}`));
    if (index === 0 && metrics)
      handle.subscribe((event) => {
        if (event.kind === 'steps') metrics.value.add(event.steps);
      });
    return narrate(handle, replicaName, options);
  });
  const leave = (): void => handles.forEach((handle) => handle.send({ kind: 'leave' }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  if (options.seconds !== undefined) setTimeout(leave, options.seconds * 1000);
  const all = await Promise.all(endings);
  const isSaved = options.save === undefined || (await save(handles[0], options.save));
  const unwritten = metrics?.value.close();
  if (unwritten !== undefined) console.error(unwritten);
  handles.forEach((handle) => handle.destroy());
  await new Promise((resolve) => setTimeout(resolve, goodbyeMs));
  node.value.close();
  return areFilesGood && isSaved && unwritten === undefined && all.every(({ isGood }) => isGood) ? 0 : 1;
}

/** A replica that has left holds its state until it ends. */
async function save(handle: ReplicaHandle, path: string): Promise<boolean> {
  try {
    const answer = await handle.request({ kind: 'checkpoint', what: 'run' });
    if (!answer.ok) throw new Error(inEnglish(answer.error.says));
    await writeFile(path, new Uint8Array(await answer.value.file.arrayBuffer()));
    console.log(`saved the run: ${path}`);
    return true;
  } catch (error) {
    console.error(`the run is not saved: ${(error as Error).message}`);
    return false;
  }
}

/** An engine that also waits. */
function slowPrepare(slowMs: number): typeof prepare {
  return async (...given) => {
    const prepared = await prepare(...given);
    return { ...prepared, engine: waitingEngine(prepared.engine, realClock, slowMs) };
  };
}

/** Prints what happens; resolves when this replica is done. */
function narrate(handle: ReplicaHandle, name: string, options: ReplicaOptions): Promise<Ending> {
  return new Promise((resolve) => {
    let phase = '';
    let members = '';
    let engine = '';
    let emulated: string | undefined;
    const print = (text: string): void => console.log(`${name}: ${text}`);
    const receive = (event: ReplicaEvent): void => {
      switch (event.kind) {
        case 'snapshot': {
          const { snapshot } = event;
          const text = phaseWords(snapshot.phase);
          if (text !== phase) print((phase = text));
          const computes = snapshot.engine ? engineText(snapshot.engine) : engine;
          if (computes !== engine) print((engine = computes));
          const network = networkWords(snapshot);
          if (network !== emulated) print(network ? `emulated: ${network}` : 'no slow network any more');
          emulated = network;
          const ending = endingOf(snapshot, options);
          const list = membersText(snapshot);
          // How it ended is its last line.
          if (list !== members && snapshot.worldSize > 0 && !ending) print((members = list));
          if (!ending) return;
          // The last steps arrive after the phase that follows them.
          setTimeout(() => {
            stop();
            resolve(ending);
          }, 0);
          return;
        }
        case 'steps':
          for (const { step, loss, digest, worldSize, effectiveBatch } of event.steps)
            if (step % options.every === 0)
              print(
                `step ${step} loss ${loss.toPrecision(5)} digest ${digest} of ${worldSize}, batch ${effectiveBatch}`,
              );
          return;
        case 'notice':
          if (event.notice.level !== 'info') print(`${event.notice.level}: ${inEnglish(event.notice.says)}`);
          return;
        case 'sample':
        case 'changed':
        case 'kept':
        case 'timeline':
        case 'sum':
        case 'earlier':
          return;
        default:
          event satisfies never;
      }
    };
    let stop = (): void => undefined;
    stop = handle.subscribe(receive);
  });
}

function endingOf(
  { phase, sharing }: Snapshot,
  { stay, files, receive }: ReplicaOptions,
): Ending | undefined {
  switch (phase.kind) {
    case 'left':
      return { isGood: true, why: 'left' };
    case 'finished':
      return stay ? undefined : { isGood: true, why: inEnglish(phase.why) };
    case 'diverged':
      return stay ? undefined : { isGood: false, why: inEnglish(phase.why) };
    case 'failed':
      return { isGood: false, why: inEnglish(phase.error.says) };
    case 'needs-file':
      if (receive)
        return sharing?.problem === undefined
          ? undefined
          : { isGood: false, why: inEnglish(sharing.problem) };
      return files.length === 0 || phase.problem ? { isGood: false, why: 'needs a file' } : undefined;
    default:
      return undefined;
  }
}

function engineText({ trials: [chosen, ...others] }: EngineReport): string {
  const time = (ms: number | undefined): string =>
    ms === undefined ? '' : `, ${ms.toFixed(1)} ms a micro-batch`;
  const rest = others.map(
    ({ backend, device, gradientMs, why }) =>
      `${device || backend}${time(gradientMs)}${why ? `: ${inEnglish(why)}` : ''}`,
  );
  return `computing on ${chosen.device}${time(chosen.gradientMs)}${rest.length > 0 ? `; not on ${rest.join('; ')}` : ''}`;
}

function membersText({ peers, worldSize, lineage, generation }: Snapshot): string {
  const members = peers.filter(({ rank }) => rank !== undefined);
  const list = members.map(({ name, backend, isSelf, link }) =>
    isSelf ? 'this' : `${name} (${backend}, ${link ?? 'no link'})`,
  );
  return `in a ring of ${worldSize}, lineage ${lineage} generation ${generation}: ${list.join(', ')}`;
}

/** undefined: the engine that the person wants is not here. */
async function openEngines({ engine }: ReplicaOptions): Promise<EngineWish | undefined> {
  if (engine === 'cpu') {
    console.log('computing on the CPU: --engine cpu');
    return 'cpu';
  }
  const gpu = await openNodeGpu();
  if (gpu.ok) {
    console.log(`WebGPU is here: ${gpu.value.adapter}${gpu.value.isSoftware ? ' (software)' : ''}`);
    return engine;
  }
  if (engine === 'webgpu') {
    complain(`no WebGPU: ${inEnglish(gpu.error.says)}`, 1);
    return undefined;
  }
  console.log(`computing on the CPU: ${inEnglish(gpu.error.says)}`);
  return 'cpu';
}

/** Returns a sentence when the server has no answer. */
async function askIceServers(server: string): Promise<readonly RTCIceServer[] | string> {
  try {
    const response = await fetch(`${server}/config.json`, { signal: AbortSignal.timeout(answerMs) });
    const parsed = v.safeParse(serverConfigSchema, await response.json());
    if (!parsed.success) return `${server} is not a Lockstep server of this version`;
    return parsed.output.iceServers as RTCIceServer[];
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: Error };
    return `no room server answers at ${server}: ${cause?.message ?? message}`;
  }
}

/** Why one of them cannot be read. */
async function missingFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths)
    try {
      await access(path, constants.R_OK);
    } catch (error) {
      return (error as Error).message;
    }
  return undefined;
}

/** Reads the files as the recipe of each run says, once that is known. A replica whose files cannot be used leaves. */
function provideWhenAsked(
  handle: ReplicaHandle,
  paths: readonly string[],
  onUnusable: (why: string) => void,
): void {
  const asked = new Set<string>();
  handle.subscribe((event) => {
    if (event.kind !== 'snapshot') return;
    const { phase } = event.snapshot;
    if (phase.kind !== 'needs-file' || asked.has(phase.sha256)) return;
    asked.add(phase.sha256);
    const giveUp = (why: string): void => {
      onUnusable(why);
      handle.send({ kind: 'leave' });
    };
    readImport(paths, phase.recipe, { isCut: phase.cutFrom !== undefined })
      .then((read) => {
        const problem = read.ok ? misfit(phase, read.value.data) : inEnglish(read.error.says);
        return read.ok && problem === undefined ? provide(handle, read.value.files) : giveUp(problem ?? '');
      })
      .catch((error: Error) => giveUp(error.message)); // the file changed since it was read
  });
}

/** E29: where each member brings its own examples, why these do not fit. */
function misfit({ own }: Extract<Phase, { kind: 'needs-file' }>, given: FileData): string | undefined {
  if (!own) return undefined;
  if (given.kind === 'text') return undefined; // cut by the room's byte pairs
  const problem = given.kind === 'table' ? say('own-table') : ownMismatch(own, given);
  return problem && inEnglish(problem);
}

/** Says how far it is, in tenths. Waits while nobody offers the data: --seconds ends that, or Ctrl+C. */
function receiveWhenOffered(handle: ReplicaHandle, print: (text: string) => void): void {
  const asked = new Set<string>();
  let said = '';
  handle.subscribe((event) => {
    if (event.kind !== 'snapshot') return;
    const { phase, sharing } = event.snapshot;
    if (phase.kind !== 'needs-file') return;
    const { offer, receiving } = sharing ?? {};
    const text =
      offer?.sha256 !== phase.sha256
        ? 'waiting for the host to send its data to members'
        : receiving && !receiving.isLinked
          ? 'waiting for a link to a member who has the data'
          : receiving
            ? `fetching the data, ${10 * Math.floor((10 * receiving.bytes) / offer.bytes)} %`
            : said;
    if (text !== said) print((said = text));
    if (offer?.sha256 !== phase.sha256 || asked.has(phase.sha256)) return;
    asked.add(phase.sha256);
    handle.send({ kind: 'receive-data' });
  });
}

/** The file as bytes, but for a text, which may be too large for memory: a Blob of a file ends Node when another thread
 *  reads This one reads a text. */
async function provide(handle: ReplicaHandle, files: GivenFiles): Promise<void> {
  if (files.kind === 'provide-text') return handle.send(files);
  const inputFile = await files.inputFile.arrayBuffer();
  handle.send({ ...files, inputFile, labelFile: await files.labelFile.arrayBuffer() });
}

function complain(message: string, code: number): number {
  console.error(message);
  return code;
}

const parsed = parseReplicaOptions(process.argv.slice(2));
process.exit(await runCommand('npm run replica', replicaHelp, parsed, main));
