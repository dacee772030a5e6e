// The text of: page.
import { area } from './language';

export const pageText = area('page', {
  // ring
  room: (code: string) => `Room ${code}`,
  demoRing: 'Demo ring',
  console: (value: string) => `Console of ${value}`,
  demoRing2: 'the demo ring',
  invite: 'Invite',
  resumeDisplay: 'Resume display',
  pauseDisplay: 'Pause display',
  startingReplica: 'Starting this replica …',
  startAgain: 'Start again',
  joinAgain: 'Join again',
  backStart: 'Back to the start',
  endDemo: 'End the demo',
  leaveRing: 'Leave the ring',

  // dashboard
  loss: 'Loss',
  model: 'Model',
  ring: 'Ring',
  batchTime: 'Batch and time',
  curves: 'Curves',
  playground: 'Playground',
  network: 'Network',
  timeline: 'Timeline',
  people: 'People',
  league: 'League',
  you: 'You',
  log: 'Log',
  all: 'All',
  panels: 'Panels',

  // playground
  tryTrainedModel:
    'Try a trained model: let it write, draw for it, see what it mistakes, and compare it with the model before training.',
});
