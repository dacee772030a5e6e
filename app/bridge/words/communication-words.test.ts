import { expect, test } from 'vitest';
import { communicationWords, type CommunicationShown } from './communication-words';

const ring: CommunicationShown = {
  isDemo: false,
  isStopped: false,
  isLocal: false,
  worldSize: 3,
  measuredMs: 12.3,
  predictedMs: 11.5,
};

test.each<[string, Partial<CommunicationShown>, string]>([
  [
    'a ring',
    {},
    'Summing the gradients takes 12.3\u00a0ms a step; the model of these links says 11.5\u00a0ms.',
  ],
  ['no prediction yet', { predictedMs: undefined }, 'Summing the gradients takes 12.3\u00a0ms a step.'],
  ['too few to go on', { isStopped: true }, 'No sum is taken now; the last ones took 12.3\u00a0ms a step.'],
  ['too few, before any step', { isStopped: true, measuredMs: undefined }, 'No sum is taken now.'],
  [
    'local steps',
    { isLocal: true },
    'Summing the changes takes 12.3\u00a0ms a step; the model of these links says 11.5\u00a0ms.',
  ],
  ['a demo', { isDemo: true }, 'Summing the gradients takes 12.3\u00a0ms a step, within this page.'],
  ['one replica', { worldSize: 1 }, 'Alone, no byte leaves this device.'],
])('%s', (_, change, sentence) => {
  expect(communicationWords({ ...ring, ...change })).toBe(sentence);
});
