import { afterEach, expect, test } from 'vitest';
import { createCpuEngine } from '../../../src/model/cpu/cpu-engine';
import { mlpPreset } from '../../../src/model/presets';
import { home as german } from '../../text/de/home';
import { speak } from '../../text/language';
import { deviceName } from './device-name';

afterEach(() => speak('en', {}));

test('a processor is named in the page’s language, a graphics card as its maker does', () => {
  const loops = createCpuEngine(mlpPreset([2], 2, [4], 'relu'), 1).device;
  expect(['CPU (SIMD, 1 thread)', 'CPU (SIMD, 3 threads)', loops, 'Apple M3'].map(deviceName)).toEqual([
    'CPU (SIMD, 1 thread)',
    'CPU (SIMD, 3 threads)',
    'CPU (plain loops)',
    'Apple M3',
  ]);
  speak('de', { home: german });
  expect(['CPU (SIMD, 1 thread)', 'CPU (SIMD, 3 threads)', loops, 'Apple M3'].map(deviceName)).toEqual([
    'CPU (SIMD, 1 Thread)',
    'CPU (SIMD, 3 Threads)',
    german.cpuPlainLoops,
    'Apple M3',
  ]);
});
