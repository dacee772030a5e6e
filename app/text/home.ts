// The text of: home.
import { area, plural } from './language';

export const homeText = area('home', {
  // home
  lockstep: 'Lockstep',
  trainOneNeural: 'Train one neural network across the tabs in this room.',
  openLinkYour:
    'Open a link and your browser becomes a replica: it computes on its own share of each batch, and every tab ends each step with the same weights, bit for bit.',
  device: 'This device',
  startRoom: 'Start a room',
  loadingWhatCan: 'Loading what can be trained …',
  joinRoom: 'Join a room',
  codeLink: 'Code or link',
  join: 'Join',
  linkNoRoom: 'This link has no room in it.',
  hostsScreen: 'It is on the host’s screen.',
  otherServer: (host: string) => `This link leads to another server, ${host}. Join opens it there.`,
  roomsLinkEnds: (roomPath: string) => `A room’s link ends like ${roomPath}.`,

  // try-alone
  tryAlone: 'Try it alone',
  demoRingPage: 'A demo ring in this page: real replicas and real sums, no network.',
  whatTrain: 'What to train',
  replicas: 'Replicas',
  startDemo: 'Start the demo',
  lessons: 'Lessons',
  eightLessons:
    'Eight lessons, each of 20 or 45 minutes, with a page for the teacher: predict, run, explain.',

  // device-badge
  checkingDevice: 'Checking this device …',
  deviceCouldNot: 'This device could not be checked',
  joiningTriesAgain: 'Joining tries again.',
  deviceCanTrain: 'This device can train on its GPU',
  deviceTrainsSoftware: 'No GPU here: this device trains on its processor',
  gpuNeedsHttps: 'Its GPU needs an HTTPS address; the CPU can train',
  noWebgpuHere: 'No WebGPU here; the CPU can train',
  noGpuAnswered: 'No GPU answered; the CPU can train',

  // code-words
  and: (digits: string, letters: string) => `${digits} and ${letters}`,
  codesUseOnly: (spelledAlphabet: string) => `Codes use only ${spelledAlphabet}.`,
  or: (meant: string, last: string) => `${meant} or ${last}`,
  codesNoDid: (character: string, guess: string, spelledAlphabet: string) =>
    `Codes have no ${character}: did you mean ${guess}? They use only ${spelledAlphabet}.`,
  codeCharactersGo: (codeLength: number, value: number) =>
    `A code has ${codeLength} characters: ${value} to go.`,
  codeCharactersThese: (codeLength: number, count: number) =>
    `A code has ${codeLength} characters: these are ${count}.`,
  tooShortLink: (shown: string) => `“${shown}” is too short: the link may be cut off.`,
  notRoomCode: (shown: string, character: string) =>
    `“${shown}” is not a room code: codes have no ${character}.`,
  notRoomCode2: (shown: string, code: string) => `“${shown}” is not a room code. ${code}`,

  // room-news-words
  doorLocked: 'The door is locked: only those whom the host let in before come in.',
  doorAsks: 'The host lets people in one by one: whoever joins waits at the door.',
  lookingRoomUp: 'Looking the room up …',
  thereNoRoom: 'There is no room with this code. Compare it with the code on the host’s screen.',
  roomServerDoes: 'The room server does not answer now. This page keeps asking.',
  roomServerWants: 'The room server wants this device to wait a moment: too many questions came from here.',
  pageAnotherVersion: 'This page is of another version than its server: reload it.',
  nobodyHereNow: 'Nobody is here now',
  here: (membersPresent: string) => `${membersPresent} here`,
  step: (step: string) => `step ${step}`,
  trainingNotBegun: 'training has not begun',
  training: (at: string) => `training, ${at}`,
  training2: 'training',
  paused: (at: string) => `paused at ${at}`,
  finished: (at: string) => `finished at ${at}`,

  // engine-words
  webgpu: 'WebGPU',
  cpuSimd: 'CPU (SIMD)',
  cpuThreads: (threads: number) =>
    `CPU (SIMD, ${threads} ${plural(threads, { one: 'thread', other: 'threads' })})`,
  cpuPlainLoops: 'CPU (plain loops)',
  whicheverFasterHere: 'Whichever is faster here',
  cpu: 'The CPU',
  the: (chosen: string) => `the ${chosen}`,
  runs: (where: string, value: string) => `Runs on ${where}${value}.`,
  chosenDevice: ', as chosen on this device',
  measuredEarlierVisit: 'Measured at an earlier visit',
  measuredHere: 'Measured here',
  microBatch: (times: string) => `${times} a micro-batch.`,
  microBatch2: (when: string, times: string) => `${when}: ${times} a micro-batch.`,
  webgpu2: (device: string) => `WebGPU (${device})`,
  privateShowsNothing: (here: string) => `${here}. A private room shows nothing more to outsiders.`,
  privateNeedsLink: (here: string) =>
    `${here}. This room is private: its code alone does not open it. Scan the QR code, or use the whole link with the part after #.`,

  // The next step, by what keeps this device from its GPU.
  advice: {
    'open-https': 'Open this page over https:// (or on localhost): WebGPU needs it.',
    'turn-on-acceleration':
      'Turn on "Use graphics acceleration when available" in the browser’s system settings and restart it.',
    'use-the-gpu':
      'WebGPU runs on the processor here: turn on graphics acceleration in the browser’s settings to use the GPU.',
    'update-firefox': 'Update Firefox to 141 or later, or set dom.webgpu.enabled in about:config.',
    'update-ios': 'Update to iOS 26 or later: Safari has WebGPU from there on.',
    'update-safari': 'Update to Safari 26 or later.',
    'update-browser': 'Update this browser: Chrome and Edge have WebGPU since version 113.',
  },
});
