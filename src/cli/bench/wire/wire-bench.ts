// `npm run bench -- wire`: what the wire costs, part by part, each figure beside its limit in the same run.
import { runCommand } from '../../options/command-line';
import { codecLines } from './codec-lines';
import { measureLinks, type SmallSumLine } from './measure-links';
import { ringSteps } from './ring-steps';
import { lossRow, timeToLoss, type LossLine } from './time-to-loss';
import { wireHead, wireRow, type WireLine } from './wire-line';
import { parseWireOptions, wireHelp, type WireOptions } from './wire-options';

async function main(options: WireOptions): Promise<number> {
  const { parts, json } = options;
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  const print = (line: WireLine | SmallSumLine | LossLine): void =>
    console.log(json ? JSON.stringify(line) : rowOf(line));
  if (!json) console.log(wireHead);
  try {
    const [link, allReduce, model] = (['link', 'all-reduce', 'model'] as const).map((part) => parts.includes(part)); // prettier-ignore
    if (link || allReduce || model) await measureLinks({ link, allReduce, model }, print, stop.signal);
    if (parts.includes('codec')) await codecLines(print, stop.signal);
    return parts.includes('time-to-loss') ? await lossLines(options, print, stop.signal) : 0;
  } catch (error) {
    console.error(stop.signal.aborted ? 'stopped' : (error as Error).message);
    return 1;
  }
}

/** A ring that fails costs its row only. */
async function lossLines(
  options: WireOptions,
  print: (line: LossLine) => void,
  signal: AbortSignal,
): Promise<number> {
  let code = 0;
  for (const goal of options.goals)
    for (const line of options.lines)
      for (const mode of options.modes) {
        signal.throwIfAborted();
        const steps = await ringSteps(options, line, mode, goal);
        if (steps.ok)
          print(timeToLoss(`time-to-loss ${line} ${mode.name} ${goal.model}`, steps.value, goal.loss));
        else {
          console.error(steps.error.message);
          code = 1;
        }
      }
  return code;
}

function rowOf(line: WireLine | SmallSumLine | LossLine): string {
  if ('steps' in line) return lossRow(line);
  if (!('allEdges' in line)) return wireRow(line);
  const { aroundRing, allEdges } = line;
  return wireRow(line, `around the ring ${aroundRing} ms; hops with all edges busy ${allEdges} ms`);
}

const parsed = parseWireOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench -- wire', wireHelp, parsed, main);
