// The text of: activity.
import { area, plural } from './language';

export const activityText = area('activity', {
  // activity-panel
  good: 'Good: ',
  warning: 'Warning: ',
  error: 'Error: ',
  activity: 'Activity',
  activityNewestFirst: 'Activity, newest first',
  nothingYet: 'Nothing yet.',
  nothingChanged: 'Nothing since this device came.',
  calmRunReplica: 'A calm run: this replica has repeated no step, and has not fallen behind.',
  steps: (count: string, count2: number) => `${count} ${plural(count2, { one: 'step', other: 'steps' })}`,
  times: (count: string, count2: number) => `${count} ${plural(count2, { one: 'time', other: 'times' })}`,
  changes: (count: string, count2: number) =>
    `${count} ${plural(count2, { one: 'change', other: 'changes' })}`,
  replicaRepeatedCaught: (times: string, times2: string, times3: string) =>
    `This replica repeated ${times} and caught up ${times2}, over ${times3} of members: no progress lost.`,

  // alert-bar
  hide: 'Hide',

  // changes-panel
  whatChanged: 'What was changed',
  eachChangeMarked:
    'Each change is marked on the curves. Its effect is the middle of the 20 steps before it and of the 20 after it.',
  changesNewestFirst: 'Changes, newest first',

  // flight-record-button
  noRecordCame: 'No record came: try again',
  downloadFlightRecord: 'Download flight record',

  // fork-checkpoint-button
  lineageStepTrained: (lineage: string, step: string, examples: string) =>
    `Lineage ${lineage}: step ${step}, ${examples} trained. It is lost when this tab closes.`,
  noCheckpointCame: 'No checkpoint came: try again',
  downloadForkCheckpoint: 'Download the fork checkpoint',

  // status-strip
  status: 'Status',
  lineageOwnSince: (forkedAfterStep: string) => `A lineage of its own since step ${forkedAfterStep}`,
  emulated: (emulated: string) => `Emulated: ${emulated}`,
  partsBounded: 'Parts are bounded: sums are not exact.',
  partWaits: 'Nothing is added until a usual length is known.',
  partShortened: (share: string) => `Your last part was shortened to ${share}.`,
  sSoFar: (waited: number) => ` ${waited}\u00a0s so far.`,
  state: 'State',
  replicasDoNot: 'The replicas do not hold the same state.',
  likelyCause: (cause: string, sentence: string) => `Likely cause: ${cause}. ${sentence}`,
  ringComparesThem: 'The ring compares them again before the next step.',
  ringHoldsBut: (digest: string, odd: string) =>
    `The ring holds ${digest}, but ${odd}. Those replicas fetch the ring’s state before the next step: progress is safe.`,
  digestAllParameters: (digest: string) =>
    `Digest of the parameters, the optimizer’s state and what was decided for the run and its room. It changes with every step and every decision: ${digest}`,
  justNowProgress: (text: string) => `Just now: ${text}. Progress is safe.`,
  inTheRing: 'In the ring',
  stepName: 'Step',
});
