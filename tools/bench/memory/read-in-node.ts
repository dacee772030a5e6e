// A process that reads one file, as `npm run ring -- --data FILE` does, and draws the windows of many steps if it is a text.
// It watches its own memory and prints the peak as JSON.
import { inEnglish } from '../../../src/cli/english/in-english';
import { readFileSync } from 'node:fs';
import { groupDigits } from '../../../src/base/group-digits';
import { readImport } from '../../../src/cli/ring/import-choice';
import { shapeOf } from '../../../src/train/run/data-shape';
import { drawWindows } from './draw-windows';
import { drawnWords, larger, type MemoryPeak, type MemorySample } from './memory-report';

/** Timers run between two pieces of a file. */
const everyMs = 2;

function now(): MemorySample {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers };
}

/** The largest so far (VmHWM), and now (VmRSS); from Linux's /proc. */
function residentBytes(field: 'VmHWM' | 'VmRSS'): number | undefined {
  try {
    const kib = new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(
      readFileSync('/proc/self/status', 'utf8'),
    )?.[1];
    return kib === undefined ? undefined : 1024 * Number(kib);
  } catch {
    return undefined;
  }
}

async function main(file: string): Promise<number> {
  const before = residentBytes('VmRSS');
  let most = now();
  let samples = 1;
  const timer = setInterval(() => {
    most = larger(most, now());
    samples++;
  }, everyMs);
  const began = performance.now();
  const read = await readImport([file]);
  const seconds = (performance.now() - began) / 1000;
  const given = read.ok ? read.value.files : undefined;
  const drawn = given?.kind === 'provide-text' ? drawnWords(await drawWindows(given.text)) : '';
  clearInterval(timer);
  most = larger(most, now());
  if (!read.ok) {
    console.error(inEnglish(read.error.says));
    return 1;
  }
  const { data } = read.value;
  const what =
    data.kind === 'text'
      ? `${groupDigits(data.vocabulary)} different tokens, ${[...read.value.notes, `read in ${seconds.toFixed(1)} s`, drawn].join(', ')}`
      : `${groupDigits(data.examples)} examples of ${shapeOf(data).inputShape.join(' × ')} inputs`;
  const highest = residentBytes('VmHWM');
  const resident = highest !== undefined && before !== undefined ? highest - before : undefined;
  console.log(
    JSON.stringify({ most, samples: samples + 1, residentBytes: resident, read: what } satisfies MemoryPeak),
  );
  return 0;
}

process.exitCode = await main(process.argv[2]);
