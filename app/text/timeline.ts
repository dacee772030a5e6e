// The text of: timeline.
import { area, plural } from './language';

export const timelineText = area('timeline', {
  // gantt
  arrowKeysMove:
    'arrow keys move the crosshair, plus and minus zoom, Shift with arrows moves along, 0 shows all. With a pointer, drag to zoom and double-click to show all.',
  showAll: 'Show all',
  step: (step: string) => `step ${step}`,
  timeMsPoint: 'Time in ms. Point at the picture, or use its arrow keys, to read a moment.',
  after: (at: string) => `After ${at}`,

  // span-words
  computing: 'computing',
  waiting: 'waiting',
  updating: 'updating',
  bucketsLeaving: 'buckets leaving',
  segmentsArriving: 'segments arriving',
  waits: (value: string) => `waits for ${value}`,
  another: 'another',
  computes: 'computes',
  updatesFinishesStep: 'updates and finishes the step',
  dataLeaves: 'data leaves',
  dataArrives: 'data arrives',
  bucketLeaves: (bucket: number) => `bucket ${bucket} leaves`,
  bucketArrives: (bucket: number) => `bucket ${bucket} arrives`,
  bucketsLeave: (first: number, last: number) => `buckets ${first} to ${last} leave`,
  bucketsArrive: (first: number, last: number) => `buckets ${first} to ${last} arrive`,
  betweenStepsShown: 'between the steps shown',
  step2: (step: string, value: string) => `step ${step}: ${value}`,
  nothingMeasures: 'nothing that it measures',

  // timeline-panel
  timeline: 'Timeline',
  hold: 'Hold',
  overlapOff: 'Overlap off | on',
  saveChromeTrace: 'Save as Chrome trace',
  overlapOff2: 'Overlap off',
  overlap: 'Overlap on',
  step3: 'a step',
  membersAskedTheir:
    'Members are asked for their last steps once a second. The first ones come when two steps are done.',
  you: (name: string) => `${name} (you)`,
  formerMember: 'a former member',
  referenceClock: 'reference clock',
  clock: (errorMs: string) => `clock ±${errorMs}`,
  whoComputesSends: 'Who computes, sends and waits, and when.',
  step4: (value: string) => `Step ${value}`,
  steps: (value: string, at: string) => `Steps ${value} to ${at}`,
  oneReplica: 'one replica',
  replicas: (size: string) => `${size} replicas`,
  theirClocksAligned: (errorMs: string) => ` Their clocks are aligned to within ${errorMs}.`,
  theyShareOne: ' They share one device: each computes more slowly than alone.',
  heldWhileZoomed: ' Held while zoomed.',
  noNewerStep: ' No newer step is shown.',
  step5: (which: string, who: string, meanStepMs: string, clocks: string, device: string, still: string) =>
    `${which} of ${who}: ${meanStepMs} a step.${clocks}${device}${still}`,
  text: (meanStepMs: string, count: number, steps: string) =>
    `${meanStepMs} (${plural(count, { one: 'step', other: 'steps' })} ${steps})`,
  and: ' and ',
  stepTakesWithout: (of: string, of2: string) =>
    `A step takes ${of} without overlap, and ${of2} with it. Both have the same scale.`,
  membersNoLink: (count: string, count2: string) =>
    `${count} of ${count2} members have no link to this replica, so their steps are not shown.`,
  compareHostSwitches:
    'To compare, the host switches “Overlap with backward” in the console: the steps before the switch are kept.',
  replica: 'Replica',
  step6: 'Step',
  overlap2: 'Overlap',
  waits2: 'Waits for',
  wholeStep: 'Whole step',
  clock2: 'Clock',
  nobody: 'nobody',
  lastStepsName: 'Last steps',
  on: 'on',
  off: 'off',
});
