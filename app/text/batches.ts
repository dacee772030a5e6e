// The text of: batches.
import { area, plural } from './language';

export const batchesText = area('batches', {
  // batch-parts
  noLongerHere: 'no longer here',

  // batch-sharing
  timesManyInner: (innerStepsOf: string) => `, ${innerStepsOf} times for as many inner steps`,
  fixedMoreReplicas: (countExamples: string, inner: string) =>
    `Fixed at ${countExamples}${inner}: more replicas, smaller parts`,
  growsRing: (inner: string) => `Grows with the ring${inner}`,
  equalParts: (size: string) => `${size}; equal parts.`,
  equalPartsBecause: (size: string, microBatch: string) =>
    `${size}; equal parts, because fewer than ${microBatch} take as long as ${microBatch}.`,
  partsMeasuredSpeed: (size: string) => `${size}; parts by measured speed.`,
  partsProportion: (size: string) => `${size}; parts in proportion to the examples that each member brings.`,
  batchReplicasThem: (countExamples: string, members: string, without: string, without2: number) =>
    `The batch has ${countExamples} for ${members} replicas: ${without} of them ${plural(without2, { one: 'gets', other: 'get' })} nothing.`,
  eachReplicaComputes: (microBatch: string, countExamples: string) =>
    `Each replica computes ${microBatch} rows at once for at most ${countExamples}: the rest is padding.`,
  startNewRun: (largest: string) => `start a new run with ${largest} or fewer computed at once`,

  // batch-words
  perStep: 'per step',
  lastStep: 'in the last step',
  firstStep: 'in the first step',
  replicaNotSeen: 'This replica has not seen a step of the ring yet.',
  notYetKnown: 'Not yet known.',
  noStepTaken: 'No step is taken now.',
  lastStepHad: (last: string) => `The last step had ${last}.`,
  tooFewMembers: 'Too few members can be heard: no step is taken until enough of them answer.',
  windows: (terms: string, term: string) => ` windows of ${terms} ${term}`,
  eachAccumulates: (accumulation: string) => `; each accumulates ${accumulation}`,
  ringTakesExamples: (total: string) =>
    `The ring takes ${total} examples in a step; the plan of the step cuts them.`,
  nobodyAddedAnything: 'Nobody added anything to the last step.',
  oneReplicaTakes: (total: string) => `One replica takes all ${total} examples of a step.`,
  oneReplicaExamples: (total: string) => `One replica, ${total} examples a step: another would double it.`,
  replicas: (count: string) => `${count} replicas`,
  willTake: 'will take',
  took: (givers: number) => plural(givers, { one: 'took', other: 'took' }),
  take: (givers: number) => plural(givers, { one: 'takes', other: 'take' }),
  each: 'each',
  text: (examples: string, value: string) => `${examples} ${value}`,
  partEach: 'a part each',
  nothingFrom: (idle: string) => ` Nothing from ${idle} is in it.`,
  takesWhat: (many: string, verb: string, what: string) => `${many} ${verb} ${what}:`,
  updateOneMachine: (total: string) => `the update is that of one machine with a batch of ${total}.`,
  updateButHeldBack: (total: string) =>
    `but for what the codec holds back, the update is that of one machine with a batch of ${total}.`,
  trainsAlone: (written: string, innerSteps: number) =>
    `each trains alone for ${written} inner ${plural(innerSteps, { one: 'step', other: 'steps' })}`,
  meanOfChanges: 'and the update is the mean of their changes',
  meanOfFragment: 'and the update is the mean of their changes to one part of the model',
  butHeldBack: ', but for what the codec holds back',
  yourGradientGoes: {
    will: 'Your gradient will go into every step, at its exact share.',
    now: 'Your gradient goes into every step, at its exact share.',
    was: 'Your gradient went into the last step, at its exact share.',
  },
  yourChangeGoes: {
    will: 'The change that your inner steps make will go into every step, at its exact share.',
    now: 'The change that your inner steps make goes into every step, at its exact share.',
    was: 'The change that your inner steps made went into the last step, at its exact share.',
  },
  yourPartRefused: (counted: string, count: number) =>
    `${counted} ${plural(count, { one: 'step', other: 'steps' })} of late went without yours: the ring refused it.`,
  heldBackComesLater: 'What the codec holds back of it goes into later ones.',

  // noise-words
  notYetKnown2: 'not yet known',
  notMeasured: 'not measured',
  localStepsNo: 'With local steps no gradient is summed to be compared.',
  eachMemberKind: 'Each member’s examples may be of another kind.',
  codecAddsNoise: 'A codec adds noise of its own to the gradient.',
  takesTwoReplicas: 'It takes two replicas to tell the gradient from its noise.',
  measuredWithMore: 'Measured while the ring had more members. With one replica it is not measured any more.',
  gradientCannotTold: 'The gradient cannot be told from its noise yet.',
  batchHoldsEvery: 'The batch holds every training example: a larger one adds nothing new.',
  batchPastEach: (isFixed: boolean) =>
    `The batch is past it: ${isFixed ? 'a larger one makes' : 'more replicas make'} each step hardly better.`,
  moreReplicasShare: 'More replicas share the same batch. A larger batch would still make each step better.',
  manyMoreReplicas: 'Many more replicas like these still make',
  oneMoreReplica: 'One more replica like these still makes',
  upMoreReplicas: (more: number) => `Up to ${more} more replicas like these still make`,
  eachStepBetter: (who: string) => `${who} each step better.`,
});
