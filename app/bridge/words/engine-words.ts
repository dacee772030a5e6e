// Which engine runs on this device, and why, in words.
import type { EngineReport, EngineTrial, EngineWish } from '../../../src/replica/protocol';
import { formatMs } from './format';

const names = { webgpu: 'WebGPU', simd: 'CPU (SIMD)', cpu: 'CPU (plain loops)' } as const satisfies Record<
  EngineTrial['backend'],
  string
>;

/** The choices of a person who knows better. */
export const engineOptions: readonly (readonly [EngineWish, string])[] = [
  ['auto', 'Whichever is faster here'],
  ['webgpu', 'WebGPU'],
  ['cpu', 'The CPU'],
];

/** 'Runs on the CPU (SIMD, 2 threads). Measured here: CPU (SIMD, 2 threads) 8.0 ms, WebGPU (SwiftShader) 66 ms a micro-batch.' */
export function engineWords({ wish, trials, note, isFromEarlierVisit }: EngineReport): string {
  const [chosen] = trials;
  const where = chosen.backend === 'webgpu' ? nameOf(chosen) : `the ${nameOf(chosen)}`;
  const runs = [
    `Runs on ${where}${wish === 'auto' ? '' : ', as chosen on this device'}.`,
    ...(note ? [note] : []),
  ].join(' ');
  const measured = trials.filter(({ gradientMs }) => gradientMs !== undefined);
  const times = measured.map((trial) => `${nameOf(trial)} ${formatMs(trial.gradientMs)}`);
  const left = trials
    .filter(({ why }) => why !== undefined)
    .map((trial) => `${nameOf(trial)}: ${trial.why}.`);
  const when = isFromEarlierVisit ? 'Measured at an earlier visit' : 'Measured here';
  const words = [...(times.length > 0 ? [`${times.join(', ')} a micro-batch.`] : []), ...left];
  if (isFromEarlierVisit) return `${runs} ${when}: ${words.join(' ')}`;
  return [runs, ...(times.length > 0 ? [`${when}: ${times.join(', ')} a micro-batch.`] : []), ...left].join(
    ' ',
  );
}

function nameOf({ backend, device }: EngineTrial): string {
  if (device === '') return names[backend];
  return backend === 'webgpu' ? `WebGPU (${device})` : device;
}
