// `npm run bench -- memory`: the memory that reading large files takes, in Node and in a real tab. The files are written
// first, and removed at the end.
import { inEnglish } from '../../../src/cli/english/in-english';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endOnSignal } from '../../harness/end-on-signal';
import type { RunConfig } from '../../../src/replica/protocol';
import { readImport } from '../../../src/cli/ring/import-choice';
import { ringConfig } from '../../../src/cli/ring/ring-config';
import { parseRingOptions } from '../../../src/cli/ring/ring-options';
import { runCommand } from '../../../src/cli/options/command-line';
import { serveBuiltPage, withRealPage } from '../../harness/real-page';
import { fileNames, writeLargeFile } from './large-files';
import { memoryHelp, parseMemoryOptions, type MemoryOptions, type MemoryReader } from './memory-options';
import { memoryLine, memoryText, type MemoryPeak } from './memory-report';
import { readInTab } from './read-in-tab';

const home = path.resolve(import.meta.dirname, '../../..');
const nodeLimitMs = 1_200_000;
/** Small, so that the text counts and not the model. */
const runOnText = ['--model', 'gpt:layers=1,channels=16,heads=1,context=64', '--batch', '32'];

type Read = (file: string, options: MemoryOptions) => Promise<MemoryPeak>;

const readers: Readonly<Record<MemoryReader, Read>> = {
  node: (file) => readInNode(file, []),
  'small-heap': (file, { heapLimitMib }) => readInNode(file, [`--max-old-space-size=${heapLimitMib}`]),
  tab: readInBrowser,
};

async function main(options: MemoryOptions): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-memory-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  endOnSignal();
  let isGood = true;
  for (const kind of options.files) {
    const file = path.join(folder, fileNames[kind]);
    await writeLargeFile(file, kind, options.megabytes[kind] * 1e6);
    for (const reader of options.readers)
      try {
        const line = memoryLine(`${kind}, ${reader}`, await readers[reader](file, options));
        console.log(options.json ? JSON.stringify(line) : memoryText(line));
        isGood &&= line.ours <= line.goal;
      } catch (error) {
        const { message, cause } = error as Error;
        console.error(`memory ${kind}, ${reader}: ${message}${cause ? ` (${String(cause)})` : ''}`);
        isGood = false;
      }
    rmSync(file);
  }
  remove();
  return isGood ? 0 : 1;
}

/** A run on the text; undefined: on other files the tab does not train. */
async function configFor(file: string): Promise<RunConfig | undefined> {
  if (path.basename(file) !== fileNames.text) return undefined;
  const read = await readImport([file]);
  const options = parseRingOptions(['--data', file, '--steps', '100000', ...runOnText]);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  if (!options.ok || options.value.kind !== 'run')
    throw new Error('the options of the run are not understood');
  const config = ringConfig(options.value.options, read.value.data);
  if (!config.ok) throw new Error(inEnglish(config.error.says));
  return config.value;
}

/** `flags`: of Node. */
async function readInNode(file: string, flags: readonly string[]): Promise<MemoryPeak> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...flags,
      ...['--import', 'tsx', '--import', './scripts/shader-loader.mjs'],
      ...[path.join(import.meta.dirname, 'read-in-node.ts'), file],
    ],
    { cwd: home, timeout: nodeLimitMs },
  );
  return JSON.parse(stdout) as MemoryPeak;
}

function readInBrowser(file: string, { headful }: MemoryOptions): Promise<MemoryPeak> {
  return withRealPage(serveBuiltPage, 'chromium', { headful, hardware: false }, async (browser, url) =>
    readInTab(browser, url, file, await configFor(file)),
  );
}

const parsed = parseMemoryOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench -- memory', memoryHelp, parsed, main);
