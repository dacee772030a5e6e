// The text of: calculator.
import { area } from './language';

export const calculatorText = area('calculator', {
  // calculator-words
  gathered: 'Gathered',
  eachPartGoes:
    'Each part goes to all others: as sparse and 1-bit codes must, which do not add up on the way.',
  laptopsWiFi: '30 laptops on Wi-Fi',
  pcsGigabit: '4 PCs on Gigabit',
  bModelGbit: '7\u00a0B model at 25\u00a0Gbit/s',
  dataCentre: 'Data centre',
  publishedMeasurement: 'Published measurement',
  smallModelOne:
    'A small model, and one Wi-Fi that carries 300\u00a0Mbit/s in all. The compute time of 200\u00a0ms is assumed, not measured.',
  switchLetsEvery:
    'A switch lets every link carry its full rate at once. The compute time of 250\u00a0ms is assumed, not measured.',
  gpusSequencesTokens:
    '8 GPUs on sequences of 2,048 tokens, 6\u00a0FLOP per parameter and token, each at 40\u00a0% of an H100’s peak in bf16.',
  gpusGbitS:
    '1,000 GPUs at 200\u00a0Gbit/s, the rest as for the 7\u00a0B model. Sums travel during the backward pass, two thirds of the compute.',
  bandwidth: 'bandwidth',
  published: (publishedSumShrinks: number) =>
    `Published for 4 GPUs at 50\u00a0Mbit/s: utilisation of 0.07\u00a0% at H = 1 and of 11.6\u00a0% at H = 128. The model’s size is assumed, and the compute time is fitted to the first figure. H = 128 alone then gives 8.2\u00a0%: if a sum costs the same, utilisation grows at most by H. For 11.6\u00a0% a sum must also have been ${publishedSumShrinks} times shorter, or a local step as much longer. Compression ${publishedSumShrinks} stands for either; the two figures do not tell which it was.`,
  sharedAir: 'the shared air',
  latency: 'latency',
  eachStepTakes: (stepMs: string) =>
    `Each step takes ${stepMs}, all of it compute: one replica alone sends nothing.`,
  averageOneSum: (localSteps: string) => ` on average, with one sum in ${localSteps} steps`,
  eachStepTakes2: (stepMs: string, often: string) => `Each step takes ${stepMs}${often}`,
  computeWallEvery: (step: string) =>
    `${step}; compute is the wall: every sum travels while the replicas compute.`,
  computeWallTime: (step: string, waiting: string) =>
    `${step}; compute is the wall: ${waiting} of the time the replicas wait for the network.`,
  timesLongThey: (wallFactor: string) => `, ${wallFactor} times as long as they compute`,
  wallTimeReplicas: (step: string, value: string, waiting: string, factor: string) =>
    `${step}; ${value} is the wall: ${waiting} of the time the replicas wait${factor}.`,
  oneSumLocal: (localSteps: string) => `one sum in ${localSteps} local steps`,
  computeWouldFill: (steps: string) =>
    `Compute would fill half of the time with ${steps}. No bandwidth does that: latency alone takes longer.`,
  computeWouldFillHalf: (megabitPerSecond: string, steps: string) =>
    `Compute would fill half of the time at ${megabitPerSecond}, or with ${steps}.`,
  of: (speedUp: string, worldSize: string) => `${speedUp}× of ${worldSize}`,
  s: (number: number) => `${number} µs`,
  hours: (number: number) => `${number} hours`,
  days: (value: string) => `${value} days`,
  years: (value: string) => `${value} years`,
  tbitS: 'Tbit/s',
  gbitS: 'Gbit/s',
  mbitS: 'Mbit/s',
  kbitS: (threeDigits: string) => `${threeDigits}\u00a0kbit/s`,

  // calculator
  networkCalculator: 'Network calculator',
  startFrom: 'Start from',
  room: 'This room',
  whatStandsBelow: 'What stands below is still about the last valid number.',
  start: (value: string) => `Start “${value}”.`,
  room2: 'This room.',
  model: 'The model.',
  allReplicasEqual:
    'All replicas are equal; encoding, additions and the update are free. So a real step takes longer. Codecs whose parts cannot be added on the way (top-k, sign) send more than this.',
  addressPageHolds: 'The address of this page holds these figures: share it.',
  backRoom: (code: string) => `Back to room ${code}`,

  // calculator-chart
  h: (utilisation: string, localSteps: string) => `${utilisation} at H = ${localSteps}`,
  utilisationAgainst: 'Utilisation against bandwidth',
  hNumberLocal: (megabitPerSecond: string, here: string, at: undefined | string) =>
    `At ${megabitPerSecond}: ${here} and ${at}. H is the number of local steps per sum.`,
  log: 'Log',
  h2: (localSteps: number) => `H = ${localSteps}`,
  bandwidth2: 'Bandwidth',
  roomMeasured: 'This room, measured',
  publishedMeasured: 'Published, measured',
  theseFigures: 'These figures',

  // calculator-fields
  fBytes: 'f32: 4 bytes',
  fBfBytes: 'f16 or bf16: 2 bytes',
  intByte: 'int8: 1 byte',
  bitsHalfByte: '4 bits: half a byte',
  figures: 'Figures',
  model2: 'Model',
  parameters: 'Parameters',
  gradient: (gradientBytes: string) => `A gradient of ${gradientBytes}`,
  precisionWhatSummed: 'Precision of what is summed',
  compressionTop: 'Compression on top',
  bytesBeforeBytes: 'Bytes before ÷ bytes sent',
  replicas: 'Replicas',
  replicasN: 'Replicas (N)',
  localStepsPer: 'Local steps per sum (H)',
  topology: 'Topology',
  network: 'Network',
  bandwidthAllLinks: 'Bandwidth of all links, Mbit/s',
  bandwidthLinkMbit: 'Bandwidth of a link, Mbit/s',
  latencyMessageMs: 'Latency of a message, ms',
  sharedAirWi: 'Shared air (Wi-Fi)',
  allLinksShare: 'All links share one rate, and every byte crosses the air twice.',
  everyLinkCarries: 'Every link carries its full rate at once, in both directions.',
  compute: 'Compute',
  computeTimeLocal: 'Compute time of a local step',
  time: 'As a time',
  fromFlop: 'From FLOP',
  computeTimeMs: 'Compute time, ms',
  flopPerExample: 'FLOP per example',
  examplesPerReplica: 'Examples per replica and step',
  flopPerSecond: 'FLOP per second, sustained',
  step: (compute: string) => `${compute} a step`,
  overlap: 'Overlap',
  shareComputeOverlaps: 'Share of the compute that overlaps',
  sumsBeginWhen: 'Sums begin when the compute has ended.',
  sumsTravelWhile: 'Sums travel while the backward pass still computes.',
  sumsTravelDuring: 'Sums travel during the next round, as in Streaming DiLoCo.',

  // calculator-results
  whatStepCosts: 'What a step costs',
  oneSum: 'One sum',
  step2: 'A step',
  utilisation: 'Utilisation',
  speedUp: 'Speed-up',
  scalingEfficiency: 'Scaling efficiency',
  sentPerStep: 'Sent per step',
  sentPerHour: 'Sent per hour',
  gradientOneWay: 'The gradient, one way',
  algorithm: 'By algorithm',
  oneReplicaNothing: 'One replica has nothing to sum.',
  throughAir: (networkBytesPerSum: string, value: string) => `${networkBytesPerSum} through the air${value}`,
  whateverTopology: ', whatever the topology',
  overAllLinks: (networkBytesPerSum: string) => `${networkBytesPerSum} over all links`,
  timeLatency: (latencyMs: string) => ` ${latencyMs} of its time is latency.`,
  sumSendsMessages: (bytes: string, hops: string, latency: string) =>
    `A sum sends ${bytes}, in ${hops} messages one after the other.${latency} Bytes per step and per hour are those of one replica.`,
  step3: 'Step',
  messages: 'Messages',
  busiestSends: 'Busiest sends',

  topologyTitles: {
    ring: 'Ring',
    direct: 'Direct',
    star: 'Star',
    tree: 'Tree',
    'halving-doubling': 'Halving–doubling',
  },
  topologyNotes: {
    ring: 'Each replica sends to the next: few bytes, many messages in a row.',
    direct: 'Each replica adds a part for all: two messages in a row, but a link between every two.',
    star: 'All send to one replica, which adds and answers: a parameter server.',
    tree: 'Partial sums climb a tree, and the total comes down.',
    'halving-doubling': 'Pairs exchange halves, quarters …: few bytes in few messages.',
  },
});
