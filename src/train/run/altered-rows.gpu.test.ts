import { createSimdEngine } from '../../model/simd/simd-engine';
import { createWebGpuEngine } from '../../model/webgpu/webgpu-engine';
import { sharedContext } from '../../ops/testing/run-on-gpu';
import { alteredRowsAgree } from './testing/altered-rows';

const context = await sharedContext();

alteredRowsAgree({
  WebGPU: (spec, microBatch) => createWebGpuEngine(spec, microBatch, { context }),
  'relaxed SIMD': (spec, microBatch) => createSimdEngine(spec, microBatch, { path: 'relaxed' }),
});
