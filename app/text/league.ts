// The text of: league.
import { area, plural } from './language';

export const leagueText = area('league', {
  // league-control
  leagueTargetLoss: 'League: target loss',
  aboveMost: 'Above 0, at most 1,000,000.',
  targetTableLeave: 'The target and its table leave all screens.',
  endLeague: 'End the league',
  whichRunReaches:
    'Which run reaches it in the fewest seconds, or with the fewest bytes? All screens keep a table.',
  noRun: 'No run has',
  oneRun: 'One run has',
  runs: (attempts: string) => `${attempts} runs have`,
  reachedAnotherTarget: (reached: string) => `${reached} reached it. Another target begins another table.`,

  // league-panel
  league: 'League',
  whichRunReachesLoss: (target: string, leader: string) =>
    `Which run reaches a loss of ${target} first? ${leader}`,
  hostSetNo: 'The host has set no target.',
  runReachesTarget:
    'A run reaches the target when the mean training loss of ten steps is at most that. Seconds are those of its steps, without pauses; bytes are those that one replica sent. The host’s device measures both.',
  saveCsv: 'Save as CSV',
  eachRunReaches: 'Each run that reaches it stands here: begin one, change a setting, and begin again.',
  hostSetsTarget: 'The host sets a target loss in the console, under Class.',

  // league-table
  leagueTable: 'The league, as a table',
  run: 'Run',
  time: 'Time',
  bytesSent: 'Bytes sent',
  steps: 'Steps',
  settings: 'Settings',
  digest: 'Digest',
  fastest: 'fastest',
  fewest: 'fewest',

  // league-words
  oneSumPer: 'one sum per tensor',
  sumsBuckets: 'sums in buckets',
  bucketsMeasurement: 'buckets by measurement',
  oneSumAll: 'one sum for all',
  sgdMomentum: 'SGD with momentum',
  adamw: 'AdamW',
  parameters: (count: string) => `${count} parameters`,
  text: (count: string, count2: number) =>
    `${count} ${plural(count2, { one: 'replica', other: 'replicas' })}`,
  batch: (batch: string) => `batch ${batch}`,
  learningRate: (rate: string) => `learning rate ${rate}`,
  sent: (value: string) => `sent as ${value}`,
  overlap: (isOn: boolean) => `overlap ${isOn ? 'on' : 'off'}`,
  sumEveryStep: 'a sum at every step',
  localSteps: (steps: string) => `${steps} local steps`,
  slowedNetwork: 'a slowed network',
  network: 'the network as it is',
  sameSettings: 'the same settings',
  first: 'the first',
  changedWay: (differing: string) => `${differing}; changed on the way`,
  noRunReached: 'No run has reached it yet.',
  sentToNobody: 'one replica sends none',
  runFastest: (run: number, ms: string) => `Run ${run} was fastest: ${ms}.`,
  runFastestSent: (run: number, ms: string, bytes: string) =>
    `Run ${run} was fastest and sent the fewest bytes: ${ms}, ${bytes}.`,
  runFastestRun: (run: number, ms: string, run2: number, bytes: string) =>
    `Run ${run} was fastest: ${ms}. Run ${run2} sent the fewest bytes: ${bytes}.`,

  // watched-league
  whichRunReachesLossFirst: (target: string) => `Which run reaches a loss of ${target} first?`,
  bestRuns: (count: number, attempts: string) => `The best ${count} of ${attempts} runs.`,
});
