// A replay for the fault rows. Reads a run's configuration and step records as JSON on stdin. Writes the gradient norms
// by the oracle of src/train/testing/plain-replay.ts as JSON on stdout. A separate process, because the engine's
// shaders need a loader.
import { text } from 'node:stream/consumers';
import type { RunConfig, StepRecord } from '../../replica/protocol';
import { replayNorms } from '../../train/testing/plain-replay';

const { config, records } = JSON.parse(await text(process.stdin)) as {
  config: RunConfig;
  records: StepRecord[];
};
console.log(JSON.stringify(await replayNorms(config, records)));
