import { expect, test } from 'vitest';
import { createCpuEngine } from '../../../src/model/cpu/cpu-engine';
import { mlpPreset } from '../../../src/model/presets';
import { speakIn } from '../../testing/speak-in';
import { deviceName } from './device-name';

test('a processor is named in the page’s language, a graphics card as its maker does', async () => {
  const loops = createCpuEngine(mlpPreset([2], 2, [4], 'relu'), 1).device;
  expect(['CPU (SIMD, 1 thread)', 'CPU (SIMD, 3 threads)', loops, 'Apple M3'].map(deviceName)).toEqual([
    'CPU (SIMD, 1 thread)',
    'CPU (SIMD, 3 threads)',
    'CPU (plain loops)',
    'Apple M3',
  ]);
  await speakIn('de');
  expect(['CPU (SIMD, 1 thread)', 'CPU (SIMD, 3 threads)', loops, 'Apple M3'].map(deviceName)).toEqual([
    'CPU (SIMD, 1 Thread)',
    'CPU (SIMD, 3 Threads)',
    'CPU (einfache Schleifen)',
    'Apple M3',
  ]);
});
