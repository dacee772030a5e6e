// The Worker of webgpu-faults.gpu.test.ts: one gradient on the device of a WorkerNavigator.
import { perSlot } from './batches';
import { compile } from '../plan/plan';
import { mlpPreset } from '../presets';
import { createWebGpuEngine } from '../webgpu/webgpu-engine';
import { randomBatch } from '../plan/random-batch';

const spec = mlpPreset([4], 3, [8], 'relu');
const rows = 4;
try {
  const engine = await createWebGpuEngine(spec, rows);
  engine.setParameters(engine.initialParameters(1));
  const batch = randomBatch(compile(spec, rows), 'worker', 1, rows);
  const into = new Float32Array(engine.parameterCount);
  const sums = await engine.gradient([batch], perSlot(engine), into, () => {}, { overlap: true });
  engine.destroy();
  postMessage({ backend: engine.backend, ...sums });
} catch (error) {
  postMessage(String(error));
}
