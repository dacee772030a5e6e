// The options of `npm run replica`. Pure.
import type { Result } from '../../base/result';
import { engineWishes, type EngineWish } from '../../model/check/engine-report';
import { parseRoomInput } from '../../replica/room-link';
import { metricsTarget, type MetricsTarget } from '../ring/metrics-file';
import { BadOption, parseCommandLine, type CommandLine, type GivenOptions } from '../options/command-line';

export interface ReplicaOptions {
  /** Origin of the room server. */
  readonly server: string;
  readonly code: string;
  /** undefined: the room is open, and its members hand over the key. */
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly engine: EngineWish;
  readonly replicas: number;
  /** Compute threads of each replica on the processor. */
  readonly threads: number;
  /** One file or folder, or the images and labels of an IDX set. */
  readonly files: readonly string[];
  /** Take the room's data from its members, where the host sends it. */
  readonly receive: boolean;
  /** undefined: until the run is finished. */
  readonly seconds: number | undefined;
  readonly every: number;
  readonly stay: boolean;
  /** Added to every gradient by waiting; 0: nothing. */
  readonly slowMs: number;
  readonly selfSigned: boolean;
  /** Where the run is written, as a checkpoint, when this process is done with it. */
  readonly save: string | undefined;
  /** Where the figures of every step are written, of the first replica of this process. */
  readonly metrics: MetricsTarget | undefined;
}

const maxReplicas = 16;
const maxThreads = 16;

export const replicaHelp = `npm run replica -- --room LINK [options]   A replica without a browser.

  --room LINK     the join link, http(s)://host/r/CODE#key, without #key in an open room;
                  or only the code, with --server
  --server URL    where the room is, when --room is a code (http://localhost:8080)
  --name TEXT     the name that the others see (this computer's)
  --replicas N    replicas in this process, 1 to ${maxReplicas} (1)
  --threads N     threads that compute on the processor, of each replica, 1 to ${maxThreads} (1)
  --engine NAME   auto: the fastest here, by measurement; or webgpu, or cpu (auto)
  --file PATH     the room's file or folder; twice, for its IDX images and labels
  --receive       take the room's data from its members, if the host sends it; this computer
                  then passes parts on to others in the room
  --every N       steps between two lines (10)
  --seconds S     leave after S seconds
  --stay          stay when the run is finished: the host may begin another
  --slow MS       wait so long in every gradient, to see what a slow member costs; 0 to 60000 (0)
  --save FILE     in the end, write the run to FILE.safetensors
  --metrics FILE  write every committed step's figures to FILE.csv, FILE.jsonl, FILE.tfevents,
                  or a folder for TensorBoard (a name without an ending)
  --self-signed   accept the server's self-signed certificate
  --help

Exit code: 0 the run is finished, or it left (Ctrl+C says goodbye) · 1 it failed; the last line says why · 2 bad options.`;

const flags = {
  room: { type: 'string' },
  server: { type: 'string' },
  name: { type: 'string' },
  engine: { type: 'string' },
  replicas: { type: 'string' },
  threads: { type: 'string' },
  file: { type: 'string', multiple: true },
  receive: { type: 'boolean' },
  every: { type: 'string' },
  seconds: { type: 'string' },
  stay: { type: 'boolean' },
  slow: { type: 'string' },
  'self-signed': { type: 'boolean' },
  save: { type: 'string' },
  metrics: { type: 'string' },
} as const;

export function parseReplicaOptions(
  args: readonly string[],
): Result<CommandLine<ReplicaOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): ReplicaOptions {
  const room = given.text('room');
  if (room === undefined) throw new BadOption('--room is missing: the link to join, or the code');
  const ticket = parseRoomInput(room);
  if (!ticket) throw new BadOption(`--room is a join link or a code; not '${room}'`);
  const server = originOf(room) ?? originOf(given.text('server') ?? 'http://localhost:8080');
  if (server === undefined)
    throw new BadOption(`--server is an http(s) address; not '${given.text('server')}'`);
  const files = given.texts('file');
  if (files.length > 0 && given.has('receive')) throw new BadOption('--file or --receive, not both');
  if (files.length > 2) throw new BadOption('--file once, or twice for IDX images and labels');
  return {
    server,
    ...ticket,
    name: given.text('name'),
    engine: given.oneOf('engine', engineWishes) ?? 'auto',
    replicas: given.whole('replicas', 1, maxReplicas) ?? 1,
    threads: given.whole('threads', 1, maxThreads) ?? 1,
    files,
    receive: given.has('receive'),
    seconds: given.whole('seconds', 1, 10_000_000),
    every: given.whole('every', 1, 1_000_000) ?? 10,
    stay: given.has('stay'),
    slowMs: given.number('slow', 0, 60_000) ?? 0,
    selfSigned: given.has('self-signed'),
    save: given.text('save'),
    metrics: metricsTarget(given.text('metrics')),
  };
}

function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
