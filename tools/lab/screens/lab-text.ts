// The text of the labs, in English only: their readers work on the code.
export const labText = {
  // lab
  panelLab: 'Panel lab',
  runSettings: 'Run settings',
  /** The same in every language. */
  openRoom: 'OK',
  troubles: 'Troubles',
  ringLab: 'Ring lab',
  kernelLab: 'Kernel lab',
  pictureOfSum: 'The picture of the sum',

  // kernel-lab
  thereNothingRun: (message: string) => `There is nothing to run here: ${message}.`,
  eachKernelCompared: (adapter: string) =>
    `On ${adapter}. Each kernel is compared with plain loops in 64 bits, then timed: the median of five runs, short ones launched many times in one.`,
  shape: 'Shape',
  op: 'Op',
  variant: 'Variant',
  runThese: (count: number) => `Run these ${count}`,
  runAll: 'Run all',
  stop: 'Stop',
  running: (running: string) => `Running ${running} …`,
  ms: (significant: string) => `${significant}\u00a0ms`,
  run: (op: string, variant: string) => `Run ${op}, ${variant}`,
  run2: 'Run',
  notRun: 'not run',
  of: (isGood: boolean, exponent: string, exponent2: string) =>
    `${isGood ? '✓' : '✗ wrong:'} ${exponent} of ${exponent2}`,
  all: 'All',
  runAllAgree: (count: number) => `${count} run, all agree`,
  runWrong: (count: number, bad: number) => `${count} run, ${bad} wrong`,

  // ring-lab
  fastPage: 'As fast as this page',
  everyReplicaPage:
    'Every replica is in this page. The links, the collectives and the codecs are those of a real ring; between two replicas there is an emulated line. Slow an edge or cut it, kill a replica, and see what the others notice.',
  whatRuns: 'What runs',
  replicas: 'Replicas',
  collective: 'Collective',
  topology: 'Topology',
  sent: 'Sent as',
  elementsVector: 'Elements of the vector',
  barrierOne: 'A barrier has one.',
  wholeNumberFrom: (mostElements: string) => `A whole number from 0 to ${mostElements}`,
  everyLine: 'Every line',
  edges: 'Edges',
  thoseTopologyUses: 'Those that these choices use. A change takes effect at once.',
  eachPartToAll: 'As it is sent now, each part goes to all others, whatever the topology.',
  asFactors: (rows: string, columns: string, rank: number, rest: string) =>
    `As one matrix of ${rows} × ${columns}, in factors of rank ${rank}. Elements left over, at 32 bits each: ${rest}.`,
  factorsSaveNothing: 'Factors save nothing in so short a vector: each element has 32 bits.',
  onlyAllReduceFactored: 'Only an all-reduce is sent as factors: here each element has 32 bits.',
  cut: 'Cut',
  networkCalculator: 'Network calculator',

  // ring-lab-picture
  wire: 'On the wire',
  replicasNothingRuns: (count: number, edges: number, edges2: number) =>
    `${count} replicas, ${edges} ${edges2 === 1 ? 'edge' : 'edges'}. Nothing runs yet.`,
  linksOpen: 'The links open.',
  nothingWay: 'Nothing is on its way.',
  wayRimReplica: (length: number, length2: number) =>
    `${length} ${length2 === 1 ? 'frame is' : 'frames are'} on the way. The rim of a replica shows what it has received.`,
  replicasCircleEdges: (value: string, value2: string) => `Replicas on a circle; edges ${value}${value2}`,

  // ring-lab-replicas
  replicaKilledLeft: 'A replica that was killed is left out of the next run.',
  replica: (number: number) => `Replica ${number}`,
  bringBackReplica: (number: number) => `Bring back replica ${number}`,
  bringBack: 'Bring back',
  killReplica: (number: number) => `Kill replica ${number}`,
  kill: 'Kill',
  killed: 'Killed.',
  ready: 'Ready.',
  sentReceived: (bytesSent: string, bytesReceived: string) => `Sent ${bytesSent}, received ${bytesReceived}.`,
  receivedWaits: (received: string, waitsFor: string, bytes: string) =>
    `${received} received, waits for ${waitsFor}. ${bytes}`,
  allReceivedStill: (bytes: string) => `All received, still sends. ${bytes}`,
  done: (bytes: string) => `Done. ${bytes}`,
  failed: (value: string, bytes: string) => `Failed: ${value}. ${bytes}`,

  // ring-lab-result
  result: 'Result',
  timeSoFar: 'Time so far',
  time: 'Time',
  costModel: 'Cost model',
  noLineLimits: 'no line limits it',
  timeModel: 'Time ÷ model',
  busiestSent: 'Busiest sent',
  modelBusiest: 'Model: busiest',
  messagesRow: 'Messages in a row',
  bytesWithoutHeaders:
    'Bytes without headers. The model gives every replica one line for all its peers, as fast as the slowest edge in use. Here every edge has a line of its own, so a star may be faster than the model.',
  runResultsCompared: 'Run it, and the results are compared here.',
  runs: 'It runs.',
  noResultReplicas: (failed: number, count: number) =>
    `No result: ${failed} of ${count} replicas did not finish.`,
  allHoldSame: (count: number) => `All ${count} hold the same bits. `,
  theyDoNot: 'They do not hold the same bits. ',
  exact: 'exact',
  offMost: (worst: string, value: string) => `off by at most ${worst} of ${value}`,
  boundFAdditions: 'the bound of f32 additions',
  whatCodecMay: 'what the codec may drop',
  right: (same: string, value: string, share: string) => `${same}${value} is right: ${share}.`,
  wrongTimesBound: (same: string, value: string, worst: string) =>
    `${same}${value} is wrong: ${worst} times its bound.`,
  wholeScreens: 'Whole screens',
  panel: 'Panel',
  otherScreens: 'Screens outside a ring',
  noModel: 'This file holds no model.',
};
