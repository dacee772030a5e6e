// The text of: sums.
import { area, plural } from './language';

export const sumsText = area('sums', {
  // sync-words
  modes: {
    'every-step': 'At every step',
    'local-sgd': 'Local SGD',
    diloco: 'DiLoCo',
    'streaming-diloco': 'Streaming DiLoCo',
    'sparse-loco': 'SparseLoCo',
  },
  twoSumsSame: 'two sums of the same fragment',
  twoSums: 'two sums',
  stepsEachMember: (sums: string) =>
    `Steps that each member takes by itself between ${sums}. Who leaves takes what it learned since the last one along.`,
  partsModelEach: 'Parts of the model. Each step sums one; a round of inner steps sums all.',
  innerStep: 'inner step is',
  innerSteps: (lost: string) => `${lost} inner steps are`,
  whenRunEnds: (sums: string, steps: string) =>
    `${sums} When a run ends, the last ${steps} not in every part.`,
  noneWait: 'none: wait',
  inner: (count: string, count2: number) =>
    `${count} inner ${plural(count2, { one: 'step', other: 'steps' })}`,
  innerSteps2: 'Inner steps',
  driftMeanChange: 'Drift, of the mean change',
  notYetKnown: 'not yet known',
  themDone: 'Of them done',
  outerStep: 'Outer step',
  innerRate: 'Inner rate',
  outerRate: 'Outer rate',
  fragment: 'Fragment',
  of: (number: string, of: string) => `${number} of ${of}`,
  notMeasured: 'not measured',
  by: (optimizer: string) => ` by ${optimizer}`,
  eachUpdateMoves: (by: string, rate: string) =>
    `Each update${by} moves the weights at ${rate}, the same on all replicas.`,
  innerUpdatesMove: (by: string, rate: string, shared: string) =>
    `Inner updates${by} move each replica’s own weights at ${rate}; the outer update moves those of all at ${shared}.`,

  // sum-words, as in a sentence
  topologies: {
    ring: 'around the ring',
    direct: 'straight to each owner',
    star: 'through one replica',
    tree: 'up and down a tree',
    'halving-doubling': 'halving–doubling',
  },
  codecs: {
    f32: '32 bits each',
    fp16: '16 bits: fp16',
    bf16: '16 bits: bf16',
    int8: '8 bits',
    int4: '4 bits',
    sign: '1 bit: the sign',
    'top-k': 'the largest 1 in 64',
    'sparse-loco': 'the largest 1 in 64, 2 bits',
    'power-sgd': 'low-rank factors',
  },
  largest: (share: string) => `the largest ${share}`,
  largestTwoBits: (share: string) => `the largest ${share}, 2 bits`,
  factorsOfRank: (rank: string) => `factors of rank ${rank}`,

  // compression-words
  ofNumbers: (percent: string) => `${percent} of the numbers`,

  // sum-words
  eachPartAll: 'Each part to all',
  nothing: 'nothing',

  // collective-words
  allReduce: 'All-reduce',
  reduceScatter: 'Reduce-scatter',
  allGather: 'All-gather',
  broadcast: 'Broadcast',
  barrier: 'Barrier',
  allGetSum: 'All get the sum of all vectors.',
  eachGetsOwn: 'Each gets its own part of the sum.',
  eachGivesOwn: 'Each gives its own part; all get the whole.',
  firstReplicaGives: 'The first replica gives its vector to all.',
  nobodyGoesBefore: 'Nobody goes on before all have come.',
  sum: 'The sum',
  eachReplicasPart: 'Each replica’s part of the sum',
  gatheredVector: 'The gathered vector',
  vector: 'The vector',
  barrier2: 'The barrier',

  // communication-words
  noSumTaken: 'No sum is taken now.',
  noSumTakenNow: (measuredMs: string) => `No sum is taken now; the last ones took ${measuredMs} a step.`,
  gradients: 'gradients',
  changes: 'changes',
  eachStepReplicas: (what: string) => `Each step the replicas pass their ${what} around, within this page.`,
  summingGradientsTakes: (what: string, measuredMs: string) =>
    `Summing the ${what} takes ${measuredMs} a step, within this page.`,
  aloneNoByte: 'Alone, no byte leaves this device.',
  eachStepReplicasSum: (what: string) =>
    `Each step the replicas sum their ${what}; how long that takes is not yet known.`,
  modelTheseLinks: (predictedMs: string) => `; the model of these links says ${predictedMs}`,
  summingGradientsTakesStep: (what: string, measuredMs: string, against: string) =>
    `Summing the ${what} takes ${measuredMs} a step${against}.`,
});
