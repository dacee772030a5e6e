// The text of: lessons.
import { area, plural } from './language';

export const lessonsText = area('lessons', {
  // titles
  oneModelMany: 'One model, many tabs',
  fourReplicasShare: 'Four replicas that share a batch learn what one replica learns from the whole of it.',
  effectiveBatch: 'The effective batch',
  moreReplicasMake: 'More replicas make a larger batch, and a larger batch wants another learning rate.',
  communicationWall: 'The communication wall',
  howLongStep: 'How long a step takes can be computed from the model and the line.',
  fuseOverlap: 'Fuse and overlap',
  manySmallSums: 'Many small sums pay many delays. Buckets share them, and overlap hides them.',
  fewerBytes: 'Fewer bytes',
  gradientCanSent: 'A gradient can be sent with a fraction of its bytes, and the model learns all the same.',
  talkLess: 'Talk less',
  replicasTrainAlone: 'Replicas that train alone for some steps send less, until they drift too far apart.',
  peerDies: 'A peer dies',
  deviceDropsOut: 'A device drops out in the middle of a step, and nothing that was learned is lost.',
  whenStops: 'When it stops',
  memoryCommunication:
    'Memory, communication, batch: three limits of sharing a batch, and what is split instead.',

  // prediction
  to: (low: string, high: string) => `${low} to ${high}`,
  lessThan: (edge: string) => `less than ${edge}`,
  moreThan: (edge: string) => `more than ${edge}`,

  // run-trial
  ringsPhase: (kind: string) => `The ring’s phase is “${kind}”.`,
  noStepCame: (what: string) => `No step came for a minute. ${what}`,
  noMoons: 'This page lacks the run that lessons change: load it again.',
  phases: {
    starting: 'starting',
    'needs-file': 'needs a file',
    connecting: 'connecting',
    lobby: 'ready',
    'catching-up': 'catching up',
    training: 'training',
    regrouping: 'regrouping',
    'no-quorum': 'too few to go on',
    paused: 'paused',
    finished: 'finished',
    diverged: 'diverged',
    failed: 'stopped',
    left: 'left',
  },
  firstReplicaDid: 'The first replica did not start.',

  // ask
  from: (least: string, most: string) => `From ${least} to ${most}.`,
  fromOn: (least: string) => `${least} or more.`,

  // histogram
  answers: 'Answers',
  measured: '← measured',

  // lesson-page
  lessons: 'Lessons',
  of: (value: number, count: number) => `· ${value} of ${count}`,
  predict: 'Predict',
  run: 'Run it',
  resetLesson: 'Reset the lesson',
  runsYouCan: 'It runs. You can change the settings when it is over.',
  yourPredictionNoted: 'Your prediction is noted. Run it and see.',
  answerQuestionFirst: 'Answer the question first: then you can run it.',
  run2: 'Run',
  explain: 'Explain',
  whatMeasuredBeside: 'What was measured, beside your prediction, stands here after the run.',
  more: 'More',
  teachersPage: 'The teacher’s page',
  next: (title: string) => `Next: ${title}`,
  nothingRunYet: 'Nothing has run yet. Everything runs in this page, without a network.',
  runFailed: (why: string) => `The run failed. ${why}`,
  stop: 'Stop',
  steps: 'Steps',
  computed: 'Computed.',
  doneSteps: (steps: string, runs: string) => `Done: ${steps} steps in ${runs}.`,
  doneSums: (sums: number, counted: string, messages: string) =>
    `Done: ${counted} ${plural(sums, { one: 'sum', other: 'sums' })}, ${messages} messages of each replica, and all four hold the same bits.`,
  oneRun: 'one run',
  runs: (count: number) => `${count} runs`,
  youPredicted: 'You predicted',
  computed2: 'Computed',
  measured2: 'Measured',
  soYourPrediction: 'So your prediction was',
  verdicts: { right: 'right', wrong: 'wrong', 'too low': 'too low', 'too high': 'too high' },
  yourPredictions: (count: number) => `Your ${count} predictions`,
  withWord: (value: string) => `With ${value}.`,
  challenge: 'Challenge',
  met: 'Met.',
  notYet: 'Not yet.',
  eachRunChecked: 'Each run is checked by the program.',
  soFarChallenge: (value: string, isMet: boolean) =>
    `${value} so far. The challenge is ${isMet ? 'met' : 'still open'}.`,
  oneRun2: 'One run',
  runs2: (attempts: number) => `${attempts} runs`,

  // loss-chart
  loss: (value: string, value2: string) => `Loss by ${value}${value2}`,
  step: 'step',
  examplesSeen: 'examples seen',
  eachPointMeanSeveral: ', each point the mean of several steps',
  eachPointMean: (smoothing: number) => `, each point the mean of ${smoothing} steps`,
  fromStep: (label: string, number: string, number2: string, step: number) =>
    `${label}: from ${number} to ${number2} at step ${step}`,
  loss2: (words: string) => `Loss. ${words}.`,
  lossNoStep: 'Loss. No step yet.',
  aReplicaEnded: 'a replica ended',
  replicaEnded: (step: number) => `Step ${step}: a replica ended.`,

  // teacher-page
  teachersPage2: (title: string) => `${title}: the teacher’s page`,
  print: 'Print',
  goal: 'Goal',
  beforeLesson: 'Before the lesson',
  minutes: 'In 20 minutes',
  minutes2: 'In 45 minutes',
  whatSay: 'What to say',
  whatGoesWrong: 'What goes wrong',
  challenge2: 'The challenge',
  min: (minutes: number) => `${minutes}\u00a0min`,

  // use-lesson
  loadingEngine: 'Loading the engine …',
  run3: (value: number, count: number, label: string) => `Run ${value} of ${count}: ${label}`,

  // lessons
  predictRunExplain:
    'Predict, run, explain. Each lesson runs in this page, in seconds, without a network and without an account. Most train real replicas. Each ends with a challenge that the program checks.',
  teachers: 'For teachers',

  // lesson
  notLoaded: 'Not loaded',
  lessonCouldNot: 'The lesson could not be loaded',
  perhapsConnection: 'Perhaps the connection dropped.',
  tryAgain: 'Try again',

  // timeline-chart
  computingAlone: 'computing alone',
  bothOnceHidden: 'both at once: hidden',
  sumsAloneExposed: 'sums alone: exposed',
  forwardThenBackward: 'Forward, then backward by layer',
  sums: (sums: string, sums2: number) => `${sums} ${plural(sums2, { one: 'sum', other: 'sums' })}`,
  timeStep: 'The time of the step',
  oneStepReplica: 'One step of a replica, on a virtual clock',
  oneStepTakes: (wallMs: string, times: string) => `One step takes ${wallMs}. ${times}.`,

  // use-lesson
  virtualClock: 'On a virtual clock …',
});
