// The text of: watching.
import { area, plural } from './language';

export const watchingText = area('watching', {
  // watch-words
  live: 'Live',
  liveSAgo: (ageS: number) => `Live, ${ageS}\u00a0s ago`,
  pictureOld: (span: string) => ` The picture is ${span} old.`,
  hostEndedRoom: 'The host ended this room for all.',
  hostAway:
    'The host is away. What runs goes on. Starting, pausing and every change wait until the host’s browser is back.',
  hostBack: 'The host is back.',
  roomHasEnded: 'The room has ended',
  starting: 'Starting …',
  connectingRoomServer: 'Connecting to the room server …',
  waitingRoomServer: (why: string) => `Waiting for the room server: ${why}.`,
  waitingHostNow:
    'Waiting for the host: now nobody may watch by the code alone, only with the host’s own link.',
  waitingMemberWho: 'Waiting for a member who can let this device watch.',
  waitingPictureMember: 'Waiting for a picture: a member of the ring sends one when it is there.',
  waitingRoom: (why: string) => `Waiting for the room: ${why}.`,
  s: (seconds: number) => `${seconds}\u00a0s`,
  min: (floor: number) => `${floor}\u00a0min`,
  of: (now: string, count: string) => `${now} of ${count}`,
  notStartedYet: 'Not started yet',
  catchingUp: 'Catching up',
  training: 'Training',
  waitingReplica: 'Waiting for a replica',
  regrouping: 'Agreeing on a new ring',
  tooFewReplicas: 'Too few replicas to go on',
  paused: 'Paused',
  finished: 'Finished',
  diverged: 'Diverged',
  twoMoons: 'Two moons',
  twoSpirals: 'Two spirals',
  circles: 'Circles',
  drawnDigits: 'Drawn digits',
  filesHost: 'Files of the host',
  generatedStories: 'Generated stories',
  textHost: 'A text of the host',
  step: (step: string, value: string) => `Step ${step}${value}`,
  of2: (steps: string) => ` of ${steps}`,
  heldOutAccuracy: 'Held-out accuracy',
  accuracy: 'Accuracy',
  allReplicasHold: 'All replicas hold the same bits.',
  replicasCompareWhat: 'The replicas compare what they hold.',
  replicasDoNot: 'The replicas do not hold the same bits.',
  allReplicasHeld: 'All replicas held the same bits.',
  replicasDidNot: 'The replicas did not hold the same bits.',
  oneReplicaRing: 'One replica, by itself: it sums with nobody.',
  slowestMeasuredLink: (min: string) => `Slowest measured link: ${min}.`,
  measuredLink: (rate: string) => `Measured link: ${rate}.`,
  notHeard: 'not heard',
  lost: 'without an answer',
  catchingUp2: 'catching up',
  leftOutLast: 'left out of the last sum',

  // copy-words
  youTryModel: (step: string) => `You try the model of step ${step}, rounded to 16 bits.`,
  copyComes: (isNewer: boolean, have: number, of: number, left: number) =>
    `${isNewer ? 'A newer one comes' : 'A copy comes'}: ${have} of ${of} parts, ${left} ${plural(left, { one: 'second', other: 'seconds' })} at least.`,
  newerOneAsked: 'A newer one is asked for when the ring has gone on.',
  memberWasAsked: 'A member was asked for a copy of the model.',
  doorShutCopy: 'The host’s door is shut: members give no copy now.',
  learnsPersonFiles:
    'This model learns from a person’s files, or from a text that is not built in, and may know it by heart: members give no copy to those who only watch. Join to try it.',
  modelTooLarge:
    'This model is too large to be sent to those who only watch. Join to try it. A saved run can be tried on the page “Playground”.',
  noTrainedModel: 'The ring has no trained model yet. This page asks again.',
  noMemberAnswers: 'No member answers. This page asks again.',

  // slide-words
  join: 'Join',
  loss: 'Loss',
  ring: 'Ring',
  time: 'Time',
  predictions: 'Predictions',
  why: 'Why',
  league: 'League',
  come: 'Come in',
  loss2: 'The loss',
  ring2: 'The ring',
  whereTimeGoes: 'Where the time goes',
  ourPredictions: 'Our predictions',
  whyItCame: 'Why it came so',
  league2: 'The league',

  // watched-loss
  curveBeginsFirst: 'The curve begins with the first step.',
  noLossKnown: 'No loss is known of these steps.',
  meanLoss: 'Mean loss',
  meansOf: (steps: string) => ` Each point is the mean of about ${steps} steps.`,
  trainingLossFrom: (first: string, last: string, value: string, loss: string, means: string) =>
    `Training loss from step ${first} to ${last}: ${value} to ${loss}.${means}`,

  // watched-ring
  ringTakePart: (count: number, heads: string) => `A ring of ${count}, taking part: ${heads}`,

  ringWay: 'Arrows: the way of the sums',
  ringOrder: 'Arrows: the order of the ring. The last sums went another way.',
  ringMeasured: 'measured link',
  ringUnmeasured: 'not measured',

  // watched-split
  eachReplicaMeasures: 'Each replica measures its steps; the bar appears with the first one.',
  stepTime: (total: string, value: string) => `One step: ${total}. ${value}`,
  nothingCommunicated: 'No communication.',
  communicationHidden: (hidden: string) => `Hidden under computing: ${hidden} of the communication.`,

  // watched-tables
  stepColumn: 'Step',
  rank: 'Rank',
  state: 'State',
  inRing: 'in the ring',
  toNext: 'To the next',
  part: 'Part',
  share: 'Share',
  wholeStep: 'the whole step',

  // watch
  watching: (code: string) => `Watching ${code}`,
  joinInstead: 'Join instead',
  whatWatched: 'What is watched',
  deviceOnlyWatches: 'This device only watches. It is in no sum. Members see that one more device watches.',
  tryModel: 'Try the model',
  loading: 'Loading …',
  memberCanSend: 'A member can send this device a copy of the model. What you then try is computed here.',
  askCopy: 'Ask for a copy',
  runNow: 'The run now',
  replicas: 'Replicas',
  examplesStep: 'Examples a step',
  examplesPerSecond: 'Examples per second',
  hostsQuestion: 'The host’s question',

  // project
  projectorLockstep: (code: string) => `Projector ${code} · Lockstep`,
  howJoin: 'How to join',
  replicas2: (ringPhase: string, step: string, headcount: string, count: number) =>
    `${ringPhase} · ${step} · ${headcount} ${plural(count, { one: 'replica', other: 'replicas' })}`,
  pictures: 'Pictures',
  itself: 'By itself',
  scanToJoin: 'Scan the picture to join',
  codeAlone: 'The code alone does not open this private room: only the picture or the whole link does.',
  doorLocked: 'The door is locked: nobody new comes in now.',
  doorAsks: 'The host lets people in one by one.',
  thisDeviceOnly: 'This address works on this device only.',
  openAddressScan: 'Open the address or scan the picture, then press Join.',
  here: (count: string, value: string, ringPhase: string) => `${count} ${value} here. ${ringPhase}.`,
  replica: 'replica is',
  replicas3: 'replicas are',

  // projected-picture
  steps: 'Steps',
  examples: 'Examples',
  contributed: 'Replicas that took part',
  whatRingMade: 'What this ring made',
  data: 'Data',
  parameters: 'Parameters',
  explainedWhenRun: 'The explanation appears when a lesson has run.',
  hostAsksNothing: 'The host asks nothing now.',
  hostSetNo: 'The host has set no target.',
});
