// Which engine runs on this device, and why, in words.
import { t } from '@lingui/core/macro';
import type { EngineReport, EngineTrial } from '../../../src/replica/protocol';
import { deviceName } from './device-name';
import { formatMs } from './format';
import { sayingWords } from './saying-words';

const names = {
  webgpu: () => t`WebGPU`,
  simd: () => t`CPU (SIMD)`,
  cpu: () => t`CPU (plain loops)`,
} as const satisfies Record<EngineTrial['backend'], () => string>;

/** 'Runs on the CPU (SIMD, 2 threads). Measured here: CPU (SIMD, 2 threads) 8.0 ms, WebGPU (SwiftShader) 66 ms a micro-batch.' */
export function engineWords({ wish, trials, runsAs, note, isFromEarlierVisit }: EngineReport): string {
  const [chosen] = trials;
  const name = runsAs === undefined ? nameOf(chosen) : deviceName(runsAs);
  const runs = [
    chosen.backend === 'webgpu' ? gpuWords(name, wish) : cpuWords(name, wish),
    ...(note ? [sayingWords(note)] : []),
  ].join(' ');
  const measured = trials.filter(({ gradientMs }) => gradientMs !== undefined);
  const times = measured.map((trial) => `${nameOf(trial)} ${formatMs(trial.gradientMs)}`);
  const left = trials
    .filter(({ why }) => why !== undefined)
    .map((trial) => `${nameOf(trial)}: ${sayingWords(trial.why!)}.`);
  const all = times.join(', ');
  if (isFromEarlierVisit) {
    const words = [...(times.length > 0 ? [t`${{ times: all }} a micro-batch.`] : []), ...left].join(' ');
    return `${runs} ${t`Measured at an earlier visit: ${words}`}`;
  }
  return [
    runs,
    ...(times.length > 0 ? [t`Measured here: ${{ times: all }} a micro-batch.`] : []),
    ...left,
  ].join(' ');
}

function gpuWords(name: string, wish: EngineReport['wish']): string {
  return wish === 'auto' ? t`Runs on ${name}.` : t`Runs on ${name}, as chosen on this device.`;
}

function cpuWords(name: string, wish: EngineReport['wish']): string {
  return wish === 'auto' ? t`Runs on the ${name}.` : t`Runs on the ${name}, as chosen on this device.`;
}

function nameOf({ backend, device }: EngineTrial): string {
  if (device === '') return names[backend]();
  return backend === 'webgpu' ? t`WebGPU (${device})` : deviceName(device);
}
