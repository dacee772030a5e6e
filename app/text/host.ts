// The text of: host.
import { area, plural } from './language';

export const hostText = area('host', {
  // batch-controls
  growsEveryReplica: 'It grows with every replica, or all share one of a fixed size.',
  batch: 'Batch',
  grows: 'Grows',
  fixed: 'Fixed',
  examplesStepWhoever: 'Examples of a step, whoever is here.',
  batchRing: 'Batch of the ring',
  equalMoreThose: 'Equal, or more for those that compute faster.',
  parts: 'Parts',
  equal: 'Equal',
  speed: 'By speed',
  wholeNumberFrom: (maxGlobalBatch: string) => `A whole number from 1 to ${maxGlobalBatch}.`,

  // catalogue-picker
  loadingCatalogue: 'Loading the catalogue …',
  publicDataset: 'Public dataset',
  anotherOneFrom: 'Another one, from Hugging Face',
  readerFilesCould: 'the reader of files could not be loaded',
  nameHuggingFace: 'Name on Hugging Face',
  looking: 'Looking …',
  lookUp: 'Look it up',
  part: 'Part',

  // data-preview
  previewData: 'Preview of the data',
  begins: 'It begins',
  endsModelTested: 'It ends, and the model is tested on its end',
  bytePairsLearnt: 'The byte pairs learnt first',
  example: (name: string) => `An example of ${name}`,
  examplesModelGets: (value: string) => `Examples as the model gets them${value}`,
  firstInputs: (shownInputs: number, length: string) => `, the first ${shownInputs} of ${length} inputs`,
  classWord: 'Class',
  examplesEachClass: 'Examples of each class',
  moreClassesExamples: (count: string, min: string, max: string) =>
    `${count} more classes of ${min} to ${max} examples`,

  // door-control
  whoeverCodeComes: 'Whoever has the code comes in.',
  whoeverComesWaits:
    'Whoever comes waits here for you. Until then they get nothing. Whom you let in may reload the page.',
  nobodyNewComes: 'Nobody new comes in. Those who are in stay, also when they reload the page.',
  door: 'Door',
  open: 'Open',
  iLet: 'I let in',
  locked: 'Locked',
  nobodyWaitsDoor: 'Nobody waits at the door.',
  door2: (count: string, count2: number) =>
    `${count} ${plural(count2, { one: 'waits', other: 'wait' })} at the door.`,
  waitingDoor: 'Waiting at the door',
  let: (name: string) => `Let in ${name}`,
  let2: 'Let in',
  refuse: (name: string) => `Refuse ${name}`,
  refuse2: 'Refuse',
  letAll: 'Let all in',

  // download-panel
  licenceSource: (value: string) => `Licence: ${value}. Source: `,
  noneStatedLook: 'none is stated; look at its page',
  download: (title: string) => `Download of ${title}`,
  cancel: 'Cancel',
  tryAgain: 'Try again',
  download2: (title: string, value: string) => `Download ${title}${value}`,
  downloadedDeviceKept: 'It is downloaded to this device, and kept for next time.',

  // drama-group
  drama: 'Drama',
  allMembersDelay: 'All members delay what they send, as a slow line would.',

  // file-picker
  dropHereChoose: 'Drop here or choose a text.',
  dropHereChooseTable:
    'Drop here or choose a table (CSV, JSON, JSON Lines, parquet), a text, or the two files of an IDX set. Or images (PNG, JPEG): a folder per class. A ZIP archive may hold any of these, and gzip may pack a file.',
  files: 'Files',
  folderImages: 'Folder of images',
  nothingUploadedYour: 'Nothing is uploaded: your files stay on this device.',

  // finish-panel
  whatRingMade: 'What this ring made',
  oneModelTrained: (step: string) => `One model, trained in ${step} steps`,
  replicasOne: (count: string) => ` by ${count} replicas as one.`,
  heldOutRight: (terms: string) => `Held-out ${terms} right`,
  notMeasured: 'not measured',
  all: (termTitle: string) => `${termTitle} in all`,
  heldOutLoss: 'Held-out loss',
  heldOutBits: 'Held-out bits per byte',
  watchedHere: 'Watched here for',
  whoContributed: 'Who contributed',
  you: ' (you)',
  left: ' (left)',
  moreWentBefore: (before: string, terms: string) =>
    `${before} more ${terms} went in before this page watched.`,
  takeModelHome: 'Take the model home',
  oneFile: 'As one file',
  pytorchOnnx: 'For PyTorch and ONNX',
  writingFile: 'Writing the file …',
  staysYoursPage: 'It stays yours: this page opens the file again, and so does PyTorch.',

  // found-data
  textRead: 'Text that is read',
  bytePairsLearnt2: 'Byte pairs learnt',
  readAsText: 'Read it as a text',
  readAsTable: 'Read it as a table',
  columnLearn: 'Column to learn',
  fieldRead: 'Field to read',
  columnsParted: 'Columns parted by',
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Vertical bar',
  spaces: 'Spaces, as many as there are',
  columnNames: 'Names of the columns',
  namesInLine: 'In a line of the file',
  namesNowhere: 'Not in the file: every line is an example',
  tokens: 'Tokens',
  bytePairsFrequent:
    'With byte pairs, frequent parts of words become one token: the model sees more text at once.',
  characters2: 'Characters',
  bytePairsMost: (number: string) => `Byte pairs, at most ${number} tokens`,
  moreNotes: (more: string, count: number) => `${more} more ${count === 1 ? 'note' : 'notes'}`,

  // gpt-form
  wholeNumberFrom2: 'A whole number from 1 to 1,000,000.',
  aboveMost: 'Above 0, at most 100.',
  filesCouldNot: 'the files could not be read',
  gptTrainFurther: 'A GPT-2 to train further',
  channelsContext: (
    layers: string,
    layers2: number,
    channels: string,
    heads: string,
    heads2: number,
    context: string,
    count: string,
    value: string,
  ) =>
    `${layers} ${plural(layers2, { one: 'block', other: 'blocks' })}, ${channels} channels, ${heads} ${plural(heads2, { one: 'head', other: 'heads' })}, context ${context}; ${count} ${value}.`,
  bytePairTokens: 'byte-pair tokens',
  runBeginsWeights: 'The run begins with its weights, and trains them on a text that is read in its tokens.',
  gptTrainsText: 'A GPT-2 trains on a text; this is none.',
  steps: 'Steps',
  trainFurther: 'Train it further',
  back: 'Back',

  // hand-over
  whoeverJoinsLink:
    'Whoever joins by this link becomes the host, and this device an ordinary member. Show it to that person alone.',
  linkOwnMakes: 'A link of its own makes another device the host, and this one an ordinary member.',
  moveHostingAnother: 'Move hosting to another device\u00a0…',
  madeBeforePage: 'It was made before this page was loaded.',
  linkMovesHosting: 'A link that moves hosting is out, and not used yet.',
  qrCodeLink: 'QR code of the link that moves hosting',
  copyLink: 'Copy this link',
  revokeLink: 'Revoke this link',

  // needs-file-panel
  useJoin: 'Use it and join',
  useTheseJoin: 'Use these and join',
  receiveDataRoom: 'Receive the data of this room',
  roomNeedsFile: 'This room needs a file from you',
  everyoneTrainsYou: (name: string) =>
    `Everyone trains on ${name}. You can have it from the members of this room.`,
  everyoneTrainsEach: (name: string) =>
    `Everyone trains on ${name}, each from their own copy. You can download it here.`,
  everyoneTrainsEachFrom: (name: string) =>
    `Everyone trains on ${name}, each from their own copy. Ask the host where to get it.`,
  bringYourOwn: 'Bring your own examples',
  useYourOwn: 'Use your own copy of the files',

  // network-panel
  slowNetwork: 'Slow network …',
  slowNetwork2: 'Slow network',
  mostEdgesLine: (mostEdges: number) => `At most ${mostEdges} edges have a line of their own.`,
  likeEveryEdge: 'Like every edge',
  asItIs: 'As it is',
  otherFigures: 'Other figures',
  everyReplicaDelays: (value: string) =>
    `Every replica delays what it sends, as such a line would. Bandwidth is for each direction of an edge. ${value}`,
  emulatedNow: (network: undefined | string) => `Emulated now: ${network}.`,
  nothingEmulatedNow: 'Nothing is emulated now.',
  edge: 'Edge',
  everyEdge: 'Every edge',
  line: 'Line',
  bandwidthMbitS: 'Bandwidth, Mbit/s',
  delayOneWay: 'Delay one way, ms',
  jitterMs: 'Jitter, ms',
  loss: 'Loss, %',
  apply: 'Apply',

  // number-form
  set: 'Set',

  // receive-data
  receivingData: 'Receiving the data',
  receiveJoin: (bytes: string) => `Receive ${bytes} and join`,
  didNotArrive: (problem: string) => `It did not arrive: ${problem} What came is kept.`,
  noMemberWho: 'No member who has it is linked directly to this device yet.',
  from: (holders: string, value: string) => `From ${holders}${value}.`,
  more: (value: number) => ` and ${value} more`,

  // room-group
  room: (code: string) => `Room ${code}`,
  codeLinkPicture: 'The code, the link and its picture, for whoever comes now.',
  showCodeQr: 'Show code and QR',
  windowWallHow: (watchers: string) =>
    `A window for a wall: how to join, then pictures without names. ${watchers}`,
  onePictureTime: 'One picture at a time, on every wall that watches.',
  projectorsShow: 'Projectors show',
  eachTurn: 'Each in turn',
  countAll: (examples: string) => `Count all ${examples}`,
  saysExamples: (name: string, examples: string) =>
    `${name} says it has ${examples} examples of its own. Nobody can check that. It has twice an equal share at most, until you agree.`,
  everyScreenCalls:
    'Every screen calls people by two words. From then on, the names that they typed stay on their devices.',
  hideNames: 'Hide names',
  allLeaveRing: 'All leave the ring. Each device keeps the run as it is now.',
  endAll: 'End for all …',
  endAll2: 'End for all?',
  trainingPausesEvery:
    'Training pauses, every device keeps the run as it is now, and all leave, this one too. Each screen says that the host ended the room. Only this browser can open the room again.',
  endAll3: 'End it for all',
  nothingWatchesNow: 'Nothing watches now.',
  oneDeviceWatches: 'One device watches now.',
  devicesWatchNow: (observers: string) => `${observers} devices watch now.`,

  // run-group
  run: 'Run',
  allMakeOne: 'All make one step together, then wait.',
  oneStep: 'One step',
  howFarUpdate: 'How far an update moves the weights.',
  innerLearningRate: 'Inner learning rate',
  otherDataAnother: 'Other data, another model, other settings. All members start over together.',
  endsRunAll: 'Ends this run for all. Its last state is kept.',
  stop: 'Stop',

  // run-panel
  windows: 'windows',

  // streaming-controls
  fragments: 'Fragments',
  membersTrainSo: 'Members train on for so long while a sum travels, then wait for it.',
  delaySum: 'Delay of a sum',
  whatStaysMembers: 'What stays of a member’s own parameters when their sum has come.',
  mixing: 'Mixing',

  // use-import
  textNotWhole: (used: string) =>
    `The room trains on all of this text, and this device has room for its first ${used} only. Free some space on it, or open the page in a window that is not private.`,
  otherDataThan: (sha256: string, sha2562: string) =>
    `This is other data than the room’s: its hash begins ${sha256}, the room’s ${sha2562}.`,
  textNotCut: 'This text is not cut into the room’s tokens.',
  theseExamplesNot: (why: string) => `These examples do not fit: ${why}`,
  filesCouldNotRead: 'The files could not be read. Choose them again.',

  // own-data-choice
  bytePairsTokens: 'With byte pairs as tokens, each member could bring its own text.',
  tableScaledNumbers: 'A table is scaled by its own numbers, so everyone trains on this one.',
  examples: 'Examples',
  allTrainThese: 'All train on these',
  eachMemberBringsOwn: 'Each member brings its own',
  federatedLearningEvery:
    'Federated learning: every member chooses files of this kind and shape, with the same classes. Files never leave their device; sums of gradients do, and may reveal something about them.',

  // wire-advanced
  advanced: 'Advanced',
  bucketLeavesWhen: 'A bucket leaves when it is full. Small ones leave early; each costs a trip of its own.',
  firstBucketKb: 'First bucket, kB',
  bucketKb: 'Other buckets, kB',
  sizeRange: (least: string, most: string) => `From ${least} to ${most}.`,
  smallGradientsWhole: 'A gradient up to this size goes whole from each member to all, in one message.',
  gatherKb: 'Whole up to, kB',
  largestAreSent: 'So many numbers are sent, the largest ones. The rest waits for the next sum.',
  shareSent: 'Share that is sent',
  rankIsDetail: 'How much detail the factors have. Twice the rank is twice the bytes.',
  rank: 'Rank',
  outerUpdateMoves:
    'How far the mean change of all members moves the weights, and how long earlier changes go on.',
  outerRate: 'Outer rate',
  outerRateRange: 'From 0.01 to 2.',
  outerMomentum: 'Outer momentum',
  momentumRange: 'From 0 to 0.99.',
  whichLayersFragment: (fragments: string) =>
    `Which layers a fragment has: neighbours, or every ${fragments}th.`,
  pattern: 'Layers of a fragment',
  neighbours: 'Neighbours',
  spread: 'Spread',

  // wire-group
  wire: 'Wire',
  howGradientsCut: 'How gradients are cut: every sum costs a trip around the ring.',
  collectives: 'Collectives',
  perTensor: 'Per tensor',
  buckets: 'Buckets',
  measured: 'Measured',
  one2: 'One',
  partGradientLeaves: 'A part of the gradient leaves while the rest is still computed.',
  overlapBackward: 'Overlap with backward',
  noPartCounts:
    'For a room of strangers: no part counts more than 1.5 usual gradients, and longer ones are shortened. Sums are not exact then, and nothing overlaps.',
  boundedParts: 'Bounded parts',
  whoPassesSum: 'Who passes a sum to whom.',
  sumsTravel: 'Sums travel',
  fewerBitsFewer: 'Fewer bits are fewer bytes. What they drop is added to the next sum.',
  sumsSent: 'Sums are sent as',
  factorsNeedWhole: 'Factors need the whole gradient: nothing overlaps.',
  everyStepAfter: 'At every step, or after several steps of each member by itself.',
  membersSynchronise: 'Members synchronise',
  innerSteps: 'Inner steps',
  theySentNow: 'As they are sent now, each part goes to all.',
  gradientsMostGo: (gatherBytes: string) =>
    `Gradients of at most ${gatherBytes} go from each to all, and are added in this order.`,
});
