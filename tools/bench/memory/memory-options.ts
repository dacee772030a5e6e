// The options of `npm run bench -- memory`. Pure.
import type { Result } from '../../../src/base/result';
import { parseCommandLine, type CommandLine, type GivenOptions } from '../../../src/cli/options/command-line';

export const memoryFiles = ['table', 'jsonl', 'text'] as const;
export type MemoryFile = (typeof memoryFiles)[number];
export const memoryReaders = ['node', 'small-heap', 'tab'] as const;
export type MemoryReader = (typeof memoryReaders)[number];

export interface MemoryOptions {
  readonly files: readonly MemoryFile[];
  readonly readers: readonly MemoryReader[];
  /** The size of each file, in MB of 10⁶ bytes. */
  readonly megabytes: Readonly<Record<MemoryFile, number>>;
  /** The size of JavaScript's objects in the run with a small heap, in MiB. */
  readonly heapLimitMib: number;
  readonly json: boolean;
  readonly headful: boolean;
}

const defaultMegabytes = { table: 300, jsonl: 300, text: 1000 } as const;
const defaultHeapLimitMib = 64;

export const memoryHelp = `npm run bench -- memory [options]   The memory that reading large files of one's own takes.

  --files LIST     ${memoryFiles.join(',')}
  --readers LIST   ${memoryReaders.join(',')}
  --table-mb N     size of the CSV, 1 to 10000 (${defaultMegabytes.table})
  --jsonl-mb N     size of the JSON Lines, 1 to 10000 (${defaultMegabytes.jsonl})
  --text-mb N      size of the text, 1 to 10000 (${defaultMegabytes.text})
  --mb N           size of each file that has no size of its own: --mb 2000 reads 2 GB of each
  --heap-limit N   MiB for JavaScript's objects in the reader small-heap, 16 to 4096 (${defaultHeapLimitMib})
  --json           JSON lines: {name, ours, goal, unit, parts, read}
  --headful        show the browser window
  --help

The files are written to a folder for temporary files, each before it is read, and removed after it. The CSV has 16 columns
of numbers, one of colours and one of classes; nearly all of its rows fit into a dataset. The JSON Lines hold the same rows.
The text is used whole: its tokens go to a private file, and windows of training steps are then drawn from all of it.
node reads a file as npm run ring -- --data does, in a process of its own; small-heap does so under
--max-old-space-size. tab gives it to the page's file picker in Chromium and watches the page's file Worker by its
debugger (Runtime.getHeapUsage); then it trains on the text for some steps, and its replica's Worker is watched too. ours is
the largest sum of JavaScript's heap and its array buffers in one Worker, garbage included, at any sample between two pieces
of work. Resident memory is that of the whole process beyond what it took before, so that no
peak escapes. Finished pieces of a table's dataset leave this memory: a browser keeps them outside the Worker, the command
line in a temporary file, which it removes at its end.
Exit code: 0 every figure is within the goal · 1 one is not, or a file was not read · 2 bad options.`;

const flags = {
  files: { type: 'string' },
  readers: { type: 'string' },
  'table-mb': { type: 'string' },
  'jsonl-mb': { type: 'string' },
  'text-mb': { type: 'string' },
  mb: { type: 'string' },
  'heap-limit': { type: 'string' },
  json: { type: 'boolean' },
  headful: { type: 'boolean' },
} as const;

export function parseMemoryOptions(
  args: readonly string[],
): Result<CommandLine<MemoryOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): MemoryOptions {
  const files = given.listOf('files', memoryFiles);
  const readers = given.listOf('readers', memoryReaders);
  const all = given.whole('mb', 1, 10_000);
  return {
    files: files.length > 0 ? files : memoryFiles,
    readers: readers.length > 0 ? readers : memoryReaders,
    megabytes: {
      table: given.whole('table-mb', 1, 10_000) ?? all ?? defaultMegabytes.table,
      jsonl: given.whole('jsonl-mb', 1, 10_000) ?? all ?? defaultMegabytes.jsonl,
      text: given.whole('text-mb', 1, 10_000) ?? all ?? defaultMegabytes.text,
    },
    heapLimitMib: given.whole('heap-limit', 16, 4096) ?? defaultHeapLimitMib,
    json: given.has('json'),
    headful: given.has('headful'),
  };
}
