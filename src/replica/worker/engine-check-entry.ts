// The entry of the Worker behind /check: measures this device's engines on one small model, and ends.
import { realClock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import type { EngineReport } from '../protocol';
import { detailOfError } from '../../model/engine-detail';
import { spawnHere } from '../../model/simd/spawn-worker';
import { presets } from '../presets';
import { DeviceReplicas } from './device-replicas';
import { EngineChooser, enginesOn } from './engine-chooser';

export type EngineCheck = Result<EngineReport, 'no-engine'>;

async function check(): Promise<EngineCheck> {
  // Not a replica: it counts as one only here.
  const device = new DeviceReplicas(navigator.locks as LockManager | undefined, 'check', 1, realClock);
  await device.look();
  const engines = enginesOn({ replicas: 1, replicasOnDevice: () => device.count, spawn: spawnHere });
  const chooser = new EngineChooser('auto', realClock, engines, () => {});
  const { config } = presets.find(({ id }) => id === 'digits')!;
  try {
    const { engine, report } = await chooser.choose(config);
    engine.destroy();
    return ok(report!);
  } catch (error) {
    return fail('no-engine', detailOfError(error));
  }
}

void check().then((answer) => postMessage(answer));
