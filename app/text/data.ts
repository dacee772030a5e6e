// The text of: data.
import { area, plural } from './language';

export const dataText = area('data', {
  // data-words
  reading: 'Reading …',
  learningBytePairs: (read: string, total: string) => `Learning byte pairs: ${read} of ${total}.`,
  readingRows: (read: string) => `Reading: ${read} rows so far.`,
  readingImages: (read: string) => `Reading: ${read} images so far.`,
  readingText: (read: string, total: string) => `Reading: ${read} of ${total}.`,
  file: (value: number, of: number) => ` file ${value} of ${of}`,
  of: (total: string) => ` of ${total}`,
  downloading: (which: string, read: string, size: string) => `Downloading${which}: ${read}${size}.`,
  firstPartOf: (name: string, used: string, all: string) => `${name} (only its first ${used} of ${all})`,
  firstPart: (name: string, used: string) => `${name} (only its first ${used})`,
  countedCharacters: (count: string) => `${count} characters`,
  countedTokens: (count: string) => `${count} tokens`,
  textTooShort: 'The text is too short to hold a part of it out.',
  windowsHeldOut: (
    context: string,
    held: string,
    heldTokens: string,
    trained: string,
    trainedTokens: string,
    left: string,
  ) =>
    `In windows of ${context}, ${held} are held out (the last ${heldTokens}) and ${trained} trained on (the first ${trainedTokens}).${left}`,
  windowsEqualHeldOut: (count: string, number: number) =>
    ` ${count} ${plural(number, { one: 'equals', other: 'equal' })} a held-out window, so nothing is trained on ${plural(number, { one: 'it', other: 'them' })}.`,
  comparedWindows: (context: string, sentence: string) => `Compared in windows of ${context}: ${sentence}`,
  noWindowRepeated: 'No held-out window stands word for word in the part that is trained on.',
  windowsRepeated: (repeated: string, held: string, share: string) =>
    `${repeated} of ${held} held-out windows (${share}) stand word for word in the part that is trained on.`,
  inputs: (value: string) => `${value} inputs`,
  examplesClasses: (name: string, examples: string, what: string, classes: string) =>
    `${name}: ${examples} examples of ${what}, ${classes} classes.`,
  characters: (name: string, characters: string) => `${name}: ${characters} characters`,
  readModelKnows: (all: string, vocabulary: string) =>
    `${all}, read in the ${vocabulary} that the model knows.`,
  differentOnes: (all: string, vocabulary: string) => `${all}, ${vocabulary} different ones.`,
  tokensBytesAverage: (all: string, tokens: string, value: string, vocabulary: string) =>
    `${all}, as ${tokens} tokens of ${value} bytes on average, ${vocabulary} different ones.`,
  equalHeldOut: (leftOut: string) => ` ${leftOut} equal a held-out example, so nothing is trained on them.`,
  seedExamplesHeld: (seed: number, validation: string, train: string, left: string) =>
    `With seed ${seed}, ${validation} examples are held out and ${train} trained on.${left}`,
  noTwoExamples: 'No two examples have the same inputs.',
  theseAnotherClass: (contradicting: string) => `, and ${contradicting} of these have another class`,
  inputsEarlierOne: (repeated: string, repeated2: number, other: string) =>
    `${repeated} ${plural(repeated2, { one: 'example repeats', other: 'examples repeat' })} the inputs of an earlier one${other}.`,
  classWord: (label: number) => `Class ${label}`,

  // change-words
  learningRate: (learningRate: string) => `learning rate ${learningRate}`,
  network: (value: string) => `network ${value}`,
  linesDiffer: (count: number, counted: string) =>
    `${counted} ${plural(count, { one: 'line differs', other: 'lines differ' })}`,
  linesSlowed: (count: number, counted: string) =>
    `${counted} ${plural(count, { one: 'line', other: 'lines' })} slowed`,
  slowed: (name: string, line: string) => `${name} slowed: ${line}`,
  slowedNoMore: (name: string) => `${name} no longer slowed`,
  linesOf: (name: string, line: string) => `lines of ${name}: ${line}`,
  lineIs: (one: string, other: string, line: string) => `${one} – ${other}: ${line}`,
  replicasNow: (count: number, counted: string) =>
    `now ${counted} ${plural(count, { one: 'replica', other: 'replicas' })}`,
  asItIs: 'as it is',
  sumsTravel: (words: string) => `sums travel: ${words}`,
  sent: (codecText: string) => `sent as ${codecText}`,
  overlap: (overlap: boolean) => `overlap ${overlap ? 'on' : 'off'}`,
  oneSumPer: 'one sum per tensor',
  sumsBuckets: 'sums in buckets',
  bucketsMeasurement: 'buckets by measurement',
  oneSumAll: 'one sum for all',
  bucketsOf: (first: string, others: string) => `buckets of ${first}, then ${others}`,
  wholeUpTo: (bytes: string) => `gradients up to ${bytes} go whole`,
  noneWhole: 'no gradient goes whole',
  boundedParts: (areBounded: boolean): string =>
    areBounded ? 'parts are bounded: sums are not exact' : 'parts of any length: sums are exact',
  outerUpdate: (rate: string, momentum: string) => `outer rate ${rate}, momentum ${momentum}`,
  fragments: (count: number, counted: string) =>
    `${counted} ${plural(count, { one: 'fragment', other: 'fragments' })}`,
  spread: 'layers spread over the fragments',
  inOrder: 'neighbouring layers in a fragment',
  delay: (steps: number, counted: string) =>
    `delay of ${counted} inner ${plural(steps, { one: 'step', other: 'steps' })}`,
  mixing: (percent: string) => `${percent} of its own kept`,
  sumsEveryStep: 'sums at every step',
  sumsAfterInner: (innerSteps: string) => `sums after ${innerSteps} inner steps`,
  batchFixed: (globalBatch: string) => `batch fixed at ${globalBatch}`,
  batchGrowsRing: 'batch grows with the ring',
  equalParts: 'equal parts',
  partsSpeed: 'parts by speed',
  joined: (came: string) => `${came} joined`,
  gone: (went: string) => `${went} gone`,
  noiseFromKept: (who: string) => `noise from ${who} kept out`,

  // own-data-words
  aText: 'a text',
  picturesRowsNumbers: (numbers: string, classes: string, names: string) =>
    `pictures or rows of ${numbers} numbers in ${classes} classes${names}`,
  everyMemberTrains: (kind: string) =>
    `Every member trains on its own examples here. Choose ${kind}. Your files stay on this device; sums of gradients leave it, and may reveal something about them.`,

  // sharing-words
  wholeTextCharacters: (name: string, characters: string) =>
    `the whole text of ${name}, ${characters} characters`,
  firstPartCharacters: (name: string, characters: string) =>
    `what is used of the text ${name}, ${characters} characters`,
  allExamplesTheir: (examples: string, name: string) =>
    `all ${examples} examples of ${name}, with their classes`,
  membersWhoAsk: (what: string) =>
    `Members who ask for it receive ${what}. They keep it, and pass parts on to others in this room; you cannot call it back. The room server never carries it.`,
  tooLargeToSend: (bytes: string, most: string) =>
    `This data has ${bytes}, and members can be sent at most ${most}: give them the file in another way.`,
  hostSendsData:
    'The host sends this data to newcomers. With your copy you can help: then parts of it go from this device straight to them, and you cannot call them back.',
  preparingYourData: 'Preparing your data …',
  yourDataStays: 'Your data stays on this device.',
  canReceivedNobody: (bytes: string) => `${bytes} can be received. Nobody has asked yet.`,
  sentFromDevice: (sentBytes: string, members: string) =>
    `${sentBytes} sent from this device, to ${members}.`,
  hostSendsYou: (bytes: string) =>
    `The host sends it to you: ${bytes}, straight from the devices of members. Your device keeps a copy and passes parts on to others in this room.`,
  fetchingData: (percent: string, bytes: string, total: string) =>
    `Fetching the data, ${percent}: ${bytes} of ${total}`,
  waitingLink: (so: string) => `${so}. Waiting for a link to a member who has it.`,
  nothingFromMembers: (so: string) => `${so}, nothing from members yet.`,
  from: (so: string, members: string) => `${so} from ${members}.`,
  member: '1 member',
  members: (count: string) => `${count} members`,
});
