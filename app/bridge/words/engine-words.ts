// Which engine runs on this device, and why, in words.
import type { EngineReport, EngineTrial } from '../../../src/replica/protocol';
import { deviceName } from './device-name';
import { formatMs } from './format';
import { sayingWords } from './saying-words';
import { homeText } from '../../text/home';

const names = {
  get webgpu() {
    return homeText.webgpu;
  },
  get simd() {
    return homeText.cpuSimd;
  },
  get cpu() {
    return homeText.cpuPlainLoops;
  },
} as const satisfies Record<EngineTrial['backend'], string>;

/** 'Runs on the CPU (SIMD, 2 threads). Measured here: CPU (SIMD, 2 threads) 8.0 ms, WebGPU (SwiftShader) 66 ms a micro-batch.' */
export function engineWords({ wish, trials, runsAs, note, isFromEarlierVisit }: EngineReport): string {
  const [chosen] = trials;
  const name = runsAs === undefined ? nameOf(chosen) : deviceName(runsAs);
  const where = chosen.backend === 'webgpu' ? name : homeText.the(name);
  const runs = [
    homeText.runs(where, wish === 'auto' ? '' : homeText.chosenDevice),
    ...(note ? [sayingWords(note.text, note.says)] : []),
  ].join(' ');
  const measured = trials.filter(({ gradientMs }) => gradientMs !== undefined);
  const times = measured.map((trial) => `${nameOf(trial)} ${formatMs(trial.gradientMs)}`);
  const left = trials
    .filter(({ why }) => why !== undefined)
    .map((trial) => `${nameOf(trial)}: ${sayingWords(trial.why!, trial.says)}.`);
  const when = isFromEarlierVisit ? homeText.measuredEarlierVisit : homeText.measuredHere;
  const words = [...(times.length > 0 ? [homeText.microBatch(times.join(', '))] : []), ...left];
  if (isFromEarlierVisit) return `${runs} ${when}: ${words.join(' ')}`;
  return [runs, ...(times.length > 0 ? [homeText.microBatch2(when, times.join(', '))] : []), ...left].join(
    ' ',
  );
}

function nameOf({ backend, device }: EngineTrial): string {
  if (device === '') return names[backend];
  return backend === 'webgpu' ? homeText.webgpu2(device) : deviceName(device);
}
