// `npm run replica -- …`: the command line as one value, or one sentence about what is wrong with it. Pure.
import { parseArgs } from 'node:util';
import { parseRoomInput } from '../../replica/room-link';
import { fail, ok, type Result } from '../../base/result';

export interface ReplicaOptions {
  /** Origin of the room server. */
  readonly server: string;
  readonly code: string;
  /** undefined: of an open room, whose members hand it over. */
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly useCpu: boolean;
  readonly replicas: number;
  /** One: a text. Two: images and labels in IDX. */
  readonly files: readonly string[];
  /** undefined: until the run is finished. */
  readonly seconds: number | undefined;
  readonly every: number;
  readonly stay: boolean;
  readonly selfSigned: boolean;
}

export type ParsedReplica =
  { readonly kind: 'help' } | { readonly kind: 'run'; readonly options: ReplicaOptions };

const maxReplicas = 16;

export const replicaHelp = `npm run replica -- --room LINK [options]   A replica without a browser.

  --room LINK     the join link, http(s)://host/r/CODE#key, or without #key in an open room;
                  or only the code, with --server
  --server URL    where the room is, when --room is a code (http://localhost:8080)
  --name TEXT     as the others see it
  --replicas N    so many, in this process, 1 to ${maxReplicas} (1)
  --cpu           the CPU backend even where WebGPU finds an adapter
  --file FILE     the room's text; twice, for its IDX images and labels, in this order
  --every N       steps between two lines (10)
  --seconds S     leave after so long
  --stay          stay when the run is finished: the host may begin another
  --self-signed   accept the server's self-signed certificate
  --help

Exit code: 0 the run is finished, or it left (Ctrl+C says goodbye) · 1 it failed; the last line says why · 2 bad options.`;

const flags = {
  room: { type: 'string' },
  server: { type: 'string' },
  name: { type: 'string' },
  cpu: { type: 'boolean' },
  replicas: { type: 'string' },
  file: { type: 'string', multiple: true },
  every: { type: 'string' },
  seconds: { type: 'string' },
  stay: { type: 'boolean' },
  'self-signed': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function parseReplicaOptions(args: readonly string[]): Result<ParsedReplica, 'bad-option'> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: flags, strict: true }));
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return fail('bad-option', error.message);
    throw error;
  }
  if (values.help) return ok({ kind: 'help' });
  const { room, name, file: files = [] } = values;
  if (room === undefined) return fail('bad-option', '--room is missing: the link to join, or the code');
  const ticket = parseRoomInput(room);
  if (!ticket) return fail('bad-option', `--room is a join link or a code; not '${room}'`);
  const server = originOf(room) ?? originOf(values.server ?? 'http://localhost:8080');
  if (server === undefined)
    return fail('bad-option', `--server is an http(s) address; not '${values.server}'`);
  const replicas = whole(values.replicas ?? '1', 1, maxReplicas);
  if (replicas === undefined)
    return fail('bad-option', `--replicas is a whole number from 1 to ${maxReplicas}`);
  const every = whole(values.every ?? '10', 1, 1_000_000);
  if (every === undefined) return fail('bad-option', '--every is a whole number from 1 to 1000000');
  const seconds = values.seconds === undefined ? undefined : whole(values.seconds, 1, 10_000_000);
  if (values.seconds !== undefined && seconds === undefined)
    return fail('bad-option', '--seconds is a whole number from 1 to 10000000');
  if (files.length > 2) return fail('bad-option', '--file once, for a text, or twice, for images and labels');
  const { cpu = false, stay = false, 'self-signed': selfSigned = false } = values;
  const options = { server, ...ticket, name, useCpu: cpu, replicas, files, seconds, every, stay, selfSigned };
  return ok({ kind: 'run', options });
}

function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}

function whole(text: string, low: number, high: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= low && value <= high ? value : undefined;
}
