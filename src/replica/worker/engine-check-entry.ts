// The entry of the Worker behind /check: measures this device's engines on one small model, and ends.
import { realClock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import type { EngineReport } from '../protocol';
import { spawnHere } from '../../model/simd/spawn-worker';
import { presets } from '../presets';
import { EngineChooser, enginesOn } from './engine-chooser';

export type EngineCheck = Result<EngineReport, 'no-engine'>;

async function check(): Promise<EngineCheck> {
  const chooser = new EngineChooser(
    'auto',
    realClock,
    enginesOn({ replicas: 1, spawn: spawnHere }),
    () => {},
  );
  const { config } = presets.find(({ id }) => id === 'digits')!;
  try {
    const { engine, report } = await chooser.choose(config);
    engine.destroy();
    return ok(report!);
  } catch (error) {
    return fail('no-engine', error instanceof Error ? error.message : String(error));
  }
}

void check().then((answer) => postMessage(answer));
