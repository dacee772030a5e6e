// Lives a recorded life again, from its script alone.
import { pointTable } from '../../data/points';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';
import { Life, type LifeSources } from './life';
import type { LifeAct, LifeScript } from './life-script';
import { replaying } from './recorded-draws';

export async function replayLife({ seed, options, steps, data, draws }: LifeScript): Promise<Life> {
  const parametersOf = (configSeed: number): Float32Array => floats(data[configSeed].parameters);
  const sources: LifeSources = {
    random: replaying(draws),
    dataset: (config) => pointTable(setOf(config), floats(data[config.seed].points)),
    wrapEngine: (engine) => ({
      ...engine,
      initialParameters: parametersOf,
      drawParameters: (configSeed) => ({ next: () => ({ done: true, value: parametersOf(configSeed) }) }),
    }),
  };
  const life = new Life(seed, { ...options, config: whole(options.config) }, sources);
  await life.begin(options.size);
  for (const { afterMs, ...act } of steps) {
    await life.runFor(afterMs);
    life.act(withWholeConfig(act));
  }
  await life.end(() => JSON.stringify(steps));
  return life;
}

/** A configuration that was recorded with fewer fields. */
function whole(config: RunConfig): RunConfig {
  return { ...testConfig, ...config };
}

function withWholeConfig(act: LifeAct): LifeAct {
  if (act.do !== 'order' || act.command.kind !== 'configure') return act;
  return { ...act, command: { ...act.command, config: whole(act.command.config) } };
}

function setOf({ data }: RunConfig): 'moons' {
  if (data.kind !== 'points' || data.set !== 'moons') throw new Error('lives train on moons');
  return data.set;
}

function floats(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
}
