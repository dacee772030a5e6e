// The text of: whatif.
import { area } from './language';

export const whatifText = area('whatif', {
  // what-if-words
  aboutFast: 'about as fast',
  faster: (ratio: string) => `${ratio}× faster`,
  slower: (value: string) => `${value}× slower`,
  stepWouldTake: (stepMs: string, faster: string) => `a step would take ${stepMs}: ${faster}`,
  now: 'Now',
  stepTakes: (stepMs: string) => `A step takes ${stepMs}.`,
  without: (member: string) => `Without ${member}`,
  without2: (member: string, then: string, examples: string) => `Without ${member} ${then}.${examples}`,
  noCommunication: 'No communication',
  ifSendingTook: (then: string) => `If sending took no time, ${then}. No network makes it faster.`,
  withoutOverlap: 'Without overlap',
  overlap: 'With overlap',
  ifSendingWaited: (then: string) => `If sending waited for the whole gradient, ${then}.`,
  ifSendingBegan: (then: string) => `If sending began during the backward pass, ${then}.`,
  sent: (codecText: string) => `Sent as ${codecText}`,
  sent2: (codecText: string, then: string) => `Sent as ${codecText}, ${then}.`,
  wouldExamplesMany: (examplesShare: string, ratio: string) =>
    ` It would have ${examplesShare} of the examples: ${ratio}× as many a second.`,
  aloneThereNothing: 'Alone there is nothing to change.',
  notKnownPowersgd: 'Not known for PowerSGD: its second sum waits for the first.',
  notKnownStreaming:
    'Not known for Streaming DiLoCo: its sums travel during the inner steps of the next step.',
  notYetKnownNeeds: 'Not yet known: it needs a few steps of the same replicas and settings.',
  notYetKnownRate: 'Not yet known: the rate to the neighbours in the ring has not been measured.',
  notYetKnownReplica: 'Not yet known: this replica has not computed a gradient.',
  whenBucketsWould: ' When buckets would leave is a guess: two thirds of the computing is the backward pass.',
  theseReplicasShare: ' These replicas share one device, which this leaves out.',
  fromLastSteps: (usual: string, steps: number, shares: string, device: string) =>
    `Each case is step ${usual} once more, the most usual one of the last ${steps}. It assumes that computing and sending do not slow each other, that all links are like yours, and that encoding takes no time.${shares}${device}`,
});
