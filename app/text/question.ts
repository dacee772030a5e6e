// The text of: question.
import { area, plural } from './language';

export const questionText = area('question', {
  // answer-bars
  answers: 'Answers',
  you: '· you',
  whatCame: 'What came:',

  // asked-question
  whatWillLoss: (step: string) => `What will the loss be at step ${step} (mean of ten steps)?`,
  howManyPercent: (step: string) =>
    `How many percent of the examples will be right at step ${step} (mean of ten steps)?`,
  howManyTimes: (replicas: number) =>
    `How many times as many examples a second do ${replicas} replicas compute as one?`,

  // first-values
  runOverBegin: 'The run is over: begin a new one.',
  stepAfterUp: (done: string, last: string) => `A step after ${done}, up to ${last}.`,
  from: 'From 0.001 to 1,000,000.',
  from2: 'From 2 to 64.',

  // new-question
  lossStep: 'The loss at a step',
  accuracyStep: 'The accuracy at a step',
  speedMoreReplicas: 'The speed of more replicas',
  lesson: (title: string) => `Lesson: ${title}`,
  eachMemberAnswers:
    'Each member answers on its own screen. A projector shows how many did, then what they said.',
  askEverybodyPrediction: 'Ask everybody for a prediction',
  step: 'Step',
  largestAnswer: 'Largest answer',
  replicas: 'Replicas',
  lessonCouldNot: 'The lesson could not be loaded. Choose it again.',
  askRoom: 'Ask the room',

  classRunsLesson:
    'Each member answers on its own screen. Then this device closes the question, runs the lesson, and shows everybody what came. A projector follows by itself. The room’s own run pauses meanwhile.',
  askAndRun: 'Ask, then run it together',

  // class-lead
  runForRoom: 'Run it here for the room',
  closesRunsShows:
    'When all other members have answered, this device closes the question, runs the lesson and shows everybody what came.',
  closesByItself:
    'It closes by itself five seconds after all other members have answered. Then this device runs the lesson.',
  closesByHand: 'The ring has no other member: close it when you like. Then this device runs the lesson.',
  classLooks: 'The class looks at its answers. The run begins in some seconds.',
  runNow: 'Run it now',
  ringPauses: 'This device runs the lesson. The room’s own run pauses meanwhile.',
  runsAnew: 'This page was loaded again, and the runs that it had begun were lost: they begin anew.',
  stopRun: 'Stop the run',
  runFailed: (why: string) => `The run failed. ${why}`,
  runAgain: 'Run it once more',
  nothingMeasured: 'It measured no number. Choose other settings.',

  // lesson-run
  stages: 'The way through the lesson',
  stagePredict: 'Predict',
  stageRun: 'Run',
  stageCame: 'What came',
  steps: 'Steps',
  hostRunsNow: 'The host’s device runs the lesson.',
  hostRuns: (done: string, of: string) => `The host’s device runs the lesson: ${done} of ${of} steps.`,
  hostRan: (steps: string) => `The host’s device ran the lesson: ${steps} steps.`,
  hostComputed: 'The host’s device computed it.',
  curve: (label: string, first: string, last: string) => `${label}: from ${first} to ${last}`,
  lossOfRuns: (curves: string) => `Loss. ${curves}.`,

  // challenge
  challenge: 'The challenge:',
  takeChallenge: 'Take it on the lesson’s page (opens a new tab)',
  challengeRuns: 'The lesson runs on your device, and its page checks each run.',

  // question-card
  hostsQuestion: 'The host’s question',
  hostAsksQuestion:
    'The host asks a question of a lesson that could not be loaded. Reload this page to see it.',
  fromLesson: 'From the lesson',
  withWord: (settings: string) => `. With ${settings}. `,
  runWindowOwn: 'Run it in a window of its own',
  watchersToo:
    'The host asks everybody, those who only watch too. Members’ screens count your answer, never whose it is.',
  hostAsksEverybody: 'The host asks everybody. Screens show how many answered what, never who.',
  sendMyPrediction: 'Send my prediction',
  youPredicted: 'You predicted',
  youMadeNo: 'You made no prediction.',
  change: 'Change it',
  hide: 'Hide',
  allAnswers: 'All answers',
  myPrediction: 'My prediction:',
  notYetKnown: 'not yet known',
  none: 'none',

  // question-group
  classWord: 'Class',
  allLessons: 'The lessons, with a page for the teacher (opens a new tab)',
  leavesAllScreens: 'It leaves all screens, and so do its answers.',
  takeQuestionAway: 'Take the question away',
  wordsQuestionAsked: 'The words of the question that is asked could not be loaded.',
  withWord2: (title: string, settings: string) => `${title}. With ${settings}. `,
  runDevice: 'Run it on this device',
  noAnswerChanges: 'No answer changes any more, and all screens show the answers: counts, never names.',
  closeQuestion: 'Close the question',
  ringMeasured: (measured: string) => ` This ring measured ${measured} ×.`,
  sayWhatCame: 'Say what came',
  show: (said: string) => `Show that it was ${said}`,
  showWhatCame: 'Show what came',
  appearsItselfStep: 'It appears by itself at that step: the mean of the last ten steps.',
  stepNotMeasured:
    'It does not appear by itself: this run is past that step, or does not reach it. Say what came, or take the question away.',
  compareRingsBoth: 'Compare rings of both sizes, as the scaling chart does.',
  runLessonProjector: 'Run the lesson, on a projector or on every device, and say what it measured.',

  // question-words
  answered: (count: string, of: string, of2: number) =>
    `${count} of ${of} ${plural(of2, { one: 'has', other: 'have' })} answered.`,
  answeredInAll: (count: string, count2: number) =>
    `${count} ${plural(count2, { one: 'has', other: 'have' })} answered.`,
  openWhileAway: 'The host is away: the question stays open until the host is back.',
  runWhileAway: 'The host is away, and its run with it. It begins anew when the host’s page is back.',
  noOneElse: 'Nobody but the host is here to answer.',
  shownAtStep: (step: string) =>
    `The answers appear at step ${step}, or when the host closes the question before that.`,
  shownWhenHost: 'The answers appear when the host closes the question.',
  shownWhenAll:
    'The answers appear when the host closes the question, or lets it close once all have answered.',
  youCanChange: 'You can change it until the question is closed.',
  questionClosedWhat: 'The question is closed. What came is not yet known.',
  youWereRight: 'You were right.',
  youExpectedSomething: 'You expected something else.',
  yourPredictionToo: 'Your prediction was too low.',
  yourPredictionTooHigh: 'Your prediction was too high.',

  // watched-question
  wordsQuestionCould: 'The words of this question could not be loaded.',
  withWord3: (settings: string) => `With ${settings}.`,
  of: (answered: number, of: number) => `${answered} of ${of}`,
  answeredEachDevice: (of: number) =>
    `${plural(of, { one: 'has', other: 'have' })} answered, each on a device of its own.`,
});
