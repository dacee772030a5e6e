// The text of: charts.
import { area, plural } from './language';

export const chartsText = area('charts', {
  // accuracy-panel
  train: 'train',
  heldOut: 'held out',
  accuracy: 'Accuracy',
  heldOutPredicted: (accuracy: string, terms: string, exp: string) =>
    `${accuracy} of held-out ${terms} are predicted right; perplexity ${exp}: as unsure as a choice among that many ${terms}.`,
  heldOutExamples: (accuracy: string) => `${accuracy} of held-out examples are classified right.`,
  shareNextPredicted: (terms: string) => `The share of next ${terms} predicted right.`,
  shareExamples: 'The share of examples classified right.',
  train2: 'Train',
  heldOut2: 'Held out',
  sharePredictedRight: 'Share predicted right',

  // chart-data
  step: 'Step',

  // chart-foot
  couldNotMade: (what: string, error: string) => `${what} could not be made: ${error}`,
  save: (title: string) => `Save ${title}`,
  save2: 'Save',
  save3: (title: string, kind: string) => `Save ${title} as ${kind}`,
  the: (kind: string) => `The ${kind}`,
  saveAllFigures: 'Save all figures of the run as CSV',
  csv: 'The CSV',
  allFigures: 'All figures',
  saveAllFiguresRun: 'Save all figures of the run for TensorBoard',
  eventFile: 'The event file',
  tensorboard: 'TensorBoard',

  // learning-rate-panel
  rate: 'rate',
  innerRate: 'inner rate',
  learningRate: 'Learning rate',
  starts: (learningRate: string) => `Starts at ${learningRate}.`,
  innerRate2: 'Inner rate',

  // loss-panel
  eachStep: 'each step',
  validation: 'validation',
  runBefore: (value: number, count: number) => `run ${value} of ${count} before`,
  runBefore2: 'run before',
  natsPer: (terms: string) => ` nats per ${terms}`,
  loss: 'Loss',
  stepTrainingLoss: (value: string, step: string, value2: string, loss: string, unit: string) =>
    `${value} step ${step}${value2} the training loss is ${loss}${unit}`,
  whereShownPart: 'Where the shown part ends, after',
  after: 'After',
  heldOut3: (terms: string, loss: string) => `, on held-out ${terms} ${loss}`,
  bitsPerByte: (bits: string) => `, or ${bits} bits per byte.`,
  howWrongModel:
    'How wrong the model still is: lower is better. From three replicas on, it is the median of what they say of their parts.',
  horizontalAxis: 'Horizontal axis',
  log: 'Log y',
  logX: 'Log x',
  smooth: 'Smooth',
  smoothIs:
    'Brown’s double exponential smoothing: a moving average, carried on along its slope so that it does not lag. 0.9 keeps nine tenths of what it was.',
  smoothed: 'Smoothed',
  isSmoothed: 'smoothed',
  smoothedTo: (loss: string) => ` (smoothed ${loss})`,
  ofStep: (step: string) => ` at step ${step}`,
  smoothedBy: (label: string, smoothing: number) => `${label}, smoothed ${smoothing}`,
  validation2: 'Validation',
  loss2: (value: string) => `Loss${value}`,
  thinGreyRun: (runs: number, smoothing: number, earlier: string) =>
    `Thin grey, the ${plural(runs, { one: 'run', other: 'runs' })} before, smoothed ${smoothing}: ${earlier}.`,
  otherSettings: 'other settings',
  outliers: (count: number, written: string, name: string) =>
    `${written} ${plural(count, { one: 'outlier', other: 'outliers' })} of ${name}`,
  cutOff: (what: string) => `Cut off ${what}`,
  notShown: (what: string, far: string) => `Not shown: ${what}, ${far}.`,
  cutOffShow: (what: string, far: string) => `${what} cut off, ${far}: show`,
  upTo: (loss: string) => `up to ${loss}`,
  downTo: (loss: string) => `down to ${loss}`,

  // scaling-panel
  ideal: 'ideal',
  measured: 'measured',
  second: (perSecond: string, terms: string) => `${perSecond} ${terms} a second`,
  theseReplicasShare: ' These replicas share one device, so that more of them bring little.',
  scaling: 'Scaling',
  fillsSizesRing: 'Fills with the sizes that the ring has had, once each has taken a few steps.',
  anotherSizeRing: (worldSize: string, worldSize2: number, rate: string, device: string) =>
    `${worldSize} ${plural(worldSize2, { one: 'replica makes', other: 'replicas make' })} ${rate}. Another size of the ring draws the line.${device}`,
  replicasMakeTimes: (
    worldSize: string,
    rate: string,
    times: string,
    worldSize2: string,
    times2: string,
    device: string,
  ) =>
    `${worldSize} replicas make ${rate}, ${times} times as many as ${worldSize2} made. ${times2} times as many would be ideal.${device}`,
  replicas: 'Replicas',
  second2: (terms: string) => `${terms} a second`,
  ideal2: 'Ideal',
  efficiency: 'Efficiency',
  firstPointComes: 'The first point comes after ten steps.',
  oneTheseReplicas: 'One of these replicas, as slow as now, would make',
  madeByItself: (runsAgo: number) =>
    `Measured while it trained by itself${runsAgo === 0 ? '' : runsAgo === 1 ? ', in the run before' : `, ${runsAgo} runs before`}, this device made`,
  madeInTrial: (steps: string) =>
    `Measured in ${steps} trial steps by itself, which changed nothing in the run, this device made`,
  besideOthersNow:
    'This replica shares its device with others, so its speed by itself cannot be measured. By what it computes now, beside them, it would make',
  whatComputesNow:
    'Its speed by itself with these settings was not measured here. By what it computes now, this device alone would make',
  latestStepsRing: (who: string, rate: string, ring: string, times: string, share: string, members: string) =>
    `${who} ${rate}; in its latest steps the ring makes ${ring}, ${times} times as many. That is ${share} of what the ${members} replicas would make each alone: the rest goes to communication and waiting.`,
  othersByNow: 'The others count by what they compute now.',

  // x-axis
  time: 'Time',
  examples: 'Examples',
  sentReplica: 'Sent by this replica',
  flopRing: 'FLOP of the ring',
  steps: 'Steps',
  bytesSent: 'Bytes sent',
  scalingName: 'Scaling',
  noCanvas: 'this browser gives no canvas',
  noPicture: 'the canvas gave no picture',
});
