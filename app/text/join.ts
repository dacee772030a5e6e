// The text of: join.
import { area } from './language';

export const joinText = area('join', {
  // join
  notLoaded: 'Not loaded',
  noSuchRoom: 'No such room',
  code: (code: string) => `The code was ${code}.`,
  join: (code: string) => `Join ${code}`,
  yourRoom: 'Your room',
  joinRoom: 'Join room',
  serverNoSuch: 'The server has no such room any more. Going in opens it again.',
  linkMakesDevice: 'This link makes this device the room’s host.',
  oneHostsNow: 'The one that hosts now becomes an ordinary member.',
  youRoomsHost: 'You are this room’s host.',
  keepsHostsRights: (value: string) => ` ${value} It keeps the host’s rights.`,
  hostingHandedBrowser: 'Hosting was handed to this browser.',
  browserOpened: 'This browser opened it.',
  browserRemovedFrom: 'This browser was removed from the room’s ring.',
  browserRefused: 'The host refused this browser at the door.',
  onlyHostLets: 'Only the host can let it in. Ask the host first.',
  useAnotherLink: 'Use another link',
  yourNameRoom: 'Your name in the room',
  twoWordsOnly: 'This room shows two-word names only.',
  typedStays: 'A name that you typed stays on this device.',
  numberFollows: 'Drawn for you. A number follows where somebody has it already.',
  nameLeastOne: 'A name of at least one character, please.',
  compute: 'Compute on',
  joining: 'Joining …',
  askLetIn: 'Ask to be let in',
  goHost: 'Go in as the host',
  joinCpuReplica: 'Join as a CPU replica',
  join2: 'Join',
  deviceWillCompute:
    'This device will compute for the room while the tab is open. Members can see its network address.',
  or: 'Or',
  onlyWatch: 'only watch',
  deviceThenComputes: ': this device then computes nothing.',

  // room
  noRoomCode: 'No room code',

  // room-words
  stepTakesMeasured: (stepMs: string, utilisation: string) =>
    `A step takes ${stepMs}, measured, and ${utilisation} of it is compute. `,
  localStepTakesMeasured: (stepMs: string, utilisation: string) =>
    `A local step takes ${stepMs}, measured, with its share of a sum, and ${utilisation} of it is compute. `,
  modelSays: (stepMs: string, utilisation: string) => `The model says ${stepMs} and ${utilisation}. `,
  leavesOutWaiting: (leftOutMs: string) =>
    `It leaves out waiting for a replica, the update and bookkeeping: ${leftOutMs} a step.`,

  // watch-entry
  notWatching: 'Not watching',
  onlyWatches: 'This device only watches: no run depends on it.',
});
