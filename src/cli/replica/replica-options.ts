// The options of `npm run replica`. Pure.
import type { Result } from '../../base/result';
import { codeLength } from '../../base/room-code';
import { engineWishes } from '../../model/check/engine-report';
import type { RoomTicket } from '../../replica/protocol';
import { readRoomInput, readServer } from '../../replica/room-link';
import { BadOption, type CommandLine } from '../options/command-line';
import {
  flag,
  helpLines,
  number,
  oneOf,
  parsed,
  parseTable,
  text,
  texts,
  whole,
} from '../options/option-table';
import type { ValuesOf } from '../options/option-table';
import { metricsTarget } from '../ring/metrics-file';

const table = {
  room: text.as(`--room LINK  the join link, http(s)://host/r/CODE#key, without #key in an open room;
    or only the code, with --server`),
  server: text.as('--server URL  where the room is, when --room is a code (http://localhost:8080)'),
  name: text.as("--name TEXT  the name that the others see (this computer's)"),
  replicas: whole(1, 16, 1).as('--replicas N  replicas in this process, {range} ({usual})'),
  threads: whole(1, 16, 1).as(`--threads N
    threads that compute on the processor, of each replica, {range} ({usual})`),
  engine: oneOf(engineWishes, 'auto').as(`--engine NAME
    auto: the fastest here, by measurement; or webgpu, or cpu ({usual})`),
  /** One file or folder, or the images and labels of an IDX set. */
  files: texts.as("--file PATH  the room's file or folder; twice, for its IDX images and labels"),
  receive: flag.as(`--receive  take the room's data from its members, if the host sends it; this computer
    then passes parts on to others in the room`),
  every: whole(1, 1_000_000, 10).as('--every N  steps between two lines ({usual})'),
  /** undefined: until the run is finished. */
  seconds: whole(1, 10_000_000).as('--seconds S  leave after S seconds'),
  stay: flag.as('--stay  stay when the run is finished: the host may begin another'),
  slowMs: number(0, 60_000, 0).as(`--slow MS
    wait so long in every gradient, to see what a slow member costs; {range} ({usual})`),
  save: text.as('--save FILE  in the end, write the run to FILE.safetensors'),
  /** The figures are those of the first replica of this process. */
  metrics: parsed(metricsTarget).as(
    `--metrics FILE  write every committed step's figures to FILE.csv, FILE.jsonl, FILE.tfevents,
    or a folder for TensorBoard (a name without an ending)`,
  ),
  selfSigned: flag.as("--self-signed  accept the server's self-signed certificate"),
};

export interface ReplicaOptions
  extends Omit<ValuesOf<typeof table>, 'room' | 'server'>, Pick<RoomTicket, 'code' | 'key' | 'mark'> {
  /** The room server's address, without a slash at its end. */
  readonly server: string;
}

export const replicaHelp = `npm run replica -- --room LINK [options]   A replica without a browser.

${helpLines(table, 18)}
  --help

Exit code: 0 the run is finished, or it left (Ctrl+C says goodbye) · 1 it failed; the last line says why · 2 bad options.`;

export function parseReplicaOptions(
  args: readonly string[],
): Result<CommandLine<ReplicaOptions>, 'bad-option'> {
  return parseTable(args, table, read);
}

function read({ room, server, ...values }: ValuesOf<typeof table>): ReplicaOptions {
  if (room === undefined) throw new BadOption('--room is missing: the link to join, or the code');
  const ticket = readRoomInput(room);
  if (ticket.kind !== 'room')
    throw new BadOption(`--room is a join link, or a code of ${codeLength} characters; not '${room}'`);
  const { code, key, mark } = ticket;
  const address = ticket.server ?? readServer(server ?? 'http://localhost:8080');
  if (address === undefined) throw new BadOption(`--server is an http(s) address; not '${server}'`);
  const { files, receive } = values;
  if (files.length > 0 && receive) throw new BadOption('--file or --receive, not both');
  if (files.length > 2) throw new BadOption('--file once, or twice for IDX images and labels');
  return { ...values, code, key, mark, server: address };
}
