// `npm run bench -- wire`: what the wire costs, part by part, each figure beside its limit in the same run.
import { readFile } from 'node:fs/promises';
import { runCommand } from '../../../src/cli/options/command-line';
import { codecLines } from './codec-lines';
import { lossLines } from './loss-lines';
import { lossTables } from './loss-table';
import { measureLinks, type SmallSumLine } from './measure-links';
import { lossRow, type LossLine } from './time-to-loss';
import { measureTabs } from './measure-tabs';
import { wireHead, wireRow, type WireLine } from './wire-line';
import { parseWireOptions, wireHelp, type WireOptions } from './wire-options';

async function main(options: WireOptions): Promise<number> {
  const { parts, json, from } = options;
  if (from !== undefined) {
    console.log(lossTables(await rowsIn(from)));
    return 0;
  }
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  const print = (line: WireLine | SmallSumLine | LossLine): void =>
    console.log(json ? JSON.stringify(line) : rowOf(line));
  if (!json) console.log(wireHead);
  try {
    const [link, allReduce, model] = (['link', 'all-reduce', 'model'] as const).map((part) =>
      parts.includes(part),
    );
    if (link || allReduce || model) await measureLinks({ link, allReduce, model }, print, stop.signal);
    if (parts.includes('tabs')) await measureTabs(print, stop.signal);
    if (parts.includes('codec')) await codecLines(print, stop.signal);
    if (!parts.includes('time-to-loss')) return 0;
    const rows: LossLine[] = [];
    const code = await lossLines(options, (row) => (rows.push(row), print(row)), stop.signal);
    if (!json) console.log(`\n${lossTables(rows)}`);
    return code;
  } catch (error) {
    console.error(stop.signal.aborted ? 'stopped' : (error as Error).message);
    return 1;
  }
}

/** Rows of earlier runs: lines of other parts are passed over. */
async function rowsIn(file: string): Promise<readonly LossLine[]> {
  const texts = (await readFile(file, 'utf8')).split('\n').filter((text) => text.trim() !== '');
  const rows = texts.map((text) => JSON.parse(text) as WireLine);
  return rows.filter((row): row is LossLine => row.name.startsWith('time-to-loss '));
}

function rowOf(line: WireLine | SmallSumLine | LossLine): string {
  if ('steps' in line) return lossRow(line);
  if (!('allEdges' in line)) return wireRow(line);
  const { aroundRing, allEdges } = line;
  return wireRow(line, `around the ring ${aroundRing} ms; hops with all edges busy ${allEdges} ms`);
}

const parsed = parseWireOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench -- wire', wireHelp, parsed, main);
