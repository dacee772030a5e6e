import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { createSimdEngine } from '../../model/simd/simd-engine';
import { alteredRowsAgree } from './testing/altered-rows';

alteredRowsAgree({ 'plain loops': createCpuEngine, SIMD: createSimdEngine });
