// What a replica says to people: sentences by code, and how they read in English. A sentence crosses to the page as its
// English text, which commands in Node and flight records keep, and beside it as its code with the values in it: a page in
// another language has its own sentence for each code. Nothing here travels between replicas, and nothing is in a digest.
import { groupDigits } from './group-digits';
import { largeSize } from './large-size';
import type { fileSayings } from './file-sayings';
import type { savedSayings } from './saved-sayings';
import { sayFrom } from './say-from';
import { serverSayings } from './server-sayings';

const size = (bytes: number): string => largeSize(bytes, 'MB', 'GB');

export const englishSayings = {
  // notices
  'opened-ring': () => 'opened the ring' as string,
  'opened-anew': () => 'nobody was left in the ring: opened it anew' as string,
  'in-ring-with': (names: string) => `in the ring with ${names}`,
  joined: (names: string, _count: number) => `${names} joined the ring`,
  'went-on-without': (names: string) => `goes on without ${names}, as a lineage of its own`,
  'removed-by-host': (names: string, count: number) =>
    `${names} ${count === 1 ? 'was' : 'were'} removed by the host`,
  'removed-refused': (names: string, count: number) =>
    `${names} ${count === 1 ? 'was' : 'were'} removed by the ring`,
  'left-ring': (names: string, _count: number) => `${names} left the ring`,
  lost: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} gone: no answer any more`,
  'no-longer-in-ring': (names: string, count: number) =>
    `${names} ${count === 1 ? 'is' : 'are'} no longer in the ring`,
  'device-failed': (detail: string) => `the device failed: ${detail}; starting it again`,
  'check-not-done': (detail: string) =>
    `the check of this device at the model’s own shapes was not done: ${detail}; it trains on, and smaller checks go on`,
  'catch-up-failed': (detail: string) => `catching up failed: ${detail}`,
  'step-retried': (detail: string, late: string) =>
    `step retried: ${detail}${late === '' ? '' : ` (no answer from ${late})`}`,
  'why-link-lost': () => 'a link was lost' as string,
  'why-no-answer': () => 'no answer came in time' as string,
  /** The English says more. */
  'why-bad-record': () => 'a member’s record of a step could not be read' as string,
  /** The English is the error’s own words. */
  'why-unexpected': () => 'something unexpected happened' as string,
  'cannot-train': (name: string, detail: string) => `${name} cannot train here: ${detail}`,
  'speaks-protocol': (theirs: number, ours: number) => `it speaks protocol ${theirs}, this replica ${ours}`,
  /** The English says more. */
  'hello-malformed': () => 'its hello is malformed' as string,
  'plan-differs': () => 'its model plan or its data differ from this replica’s' as string,
  'went-on-without-this': (generation: number, names: string) =>
    `the ring went on without this replica (generation ${generation}): ${names}`,
  'joins-longer-ring': (name: string) => `${name}’s ring has trained on more examples: joining it`,
  'fork-kept': (lineage: string, step: number, examples: number, replaced: string) =>
    `kept a fork checkpoint of lineage ${lineage}: step ${groupDigits(step)}, ${groupDigits(examples)} examples${replaced === '' ? '' : `; it replaces the one of lineage ${replaced}`}`,
  'claimed-longer-ring': (names: string) =>
    `${names} named a longer ring and did not let this replica in: it goes on with its own`,
  'asks-again': (name: string) =>
    `${name} asks for one new view after another without a cause: it is no longer heard in this`,
  floods: (name: string) => `${name} sends too many messages: cut off`,
  'sent-forbidden': (name: string, detail: string) => `${name} sent what it may not: ${detail}`,
  'malformed-signal': (name: string) => `${name} sent a malformed signal`,
  'no-connection-yet': (name: string, detail: string) => `no connection to ${name} yet: ${detail}`,
  'server-away': (detail: string) =>
    `The room server is away: ${detail}. Members who are linked do not need it.`,
  'digests-disagree': () => 'digests disagree: the majority holds' as string,
  'digests-disagree-evenly': () => 'digests disagree without a majority: the lowest rank holds' as string,
  'offer-not-valid': (detail: string) => `The offer of data is not valid: ${detail}.`,
  'sent-other-data': (name: string, what: string) =>
    `${name} sent ${what} that is not the host’s data: nothing more is asked of that member.`,
  'not-host-command': (name: string, detail: string) =>
    `${name} sent a command that is not the host’s: ${detail}`,
  'cut-off': (name: string) => `${name} keeps sending commands that are not the host’s: cut off`,
  refused: (by: string, name: string) =>
    `${by} refused what ${name} sent: its part of this step does not count`,
  'refused-removed': (by: string, name: string) =>
    `${by} refused what ${name} sent: it is removed from the ring`,
  'accuses-alone': (name: string, accused: string) =>
    `${name} alone keeps refusing what ${accused} sent: it is removed from the ring`,
  'claims-terms': (name: string, claimed: number, planned: number) =>
    `${name} claims ${groupDigits(claimed)} terms where its shard has ${groupDigits(planned)}: its part of this step does not count`,
  'claims-terms-removed': (name: string, claimed: number, planned: number) =>
    `${name} claims ${groupDigits(claimed)} terms where its shard has ${groupDigits(planned)}: it is removed from the ring`,
  withheld: (step: number, parts: string) => `step ${groupDigits(step)} is without the gradient of ${parts}`,
  suspended: (name: string, untilStep: number) =>
    `${name} is left out until step ${groupDigits(untilStep)}: one micro-batch takes it more than twice the others’ step`,
  'has-part-again': (name: string) => `${name} has a part again`,
  'given-up': (step: number, count: number) =>
    `step ${groupDigits(step)}: ${groupDigits(count)} examples are given up: their gradient was withheld twice, or too much waits to be redone`,
  'spoils-before': (name: string) =>
    `by the host’s word ${name} spoils its next gradient before its own check`,
  'spoils-after': (name: string) => `by the host’s word ${name} spoils its next gradient after its own check`,
  'source-left-out': (name: string, detail: string) => `${name} ${detail}: left out`,
  'update-not-finite': (step: number) =>
    `step ${groupDigits(step)}: the update was not finite, all skipped it`,
  'goes-around': (one: string, other: string, ms: number) =>
    `The ring goes around ${one}–${other} now: a chunk takes ${ms}\u00a0ms there`,
  'only-host': () => 'Only the host of this room may do that.' as string,
  'run-unusable': (detail: string) => `The saved run cannot be used: ${detail}.`,
  'run-lacks-data': (name: string) => `The saved run needs its data, “${name}”: give the file first.`,
  'not-kept': (detail: string) => `The run is not kept on this device: ${detail}. Save the run as a file.`,
  'not-kept-full': () =>
    'The run is not kept on this device: the storage of this site is full. Free some space on this device, or save the run as a file.' as string,
  'storage-full': () => 'the storage of this site is full: free some space on this device' as string,
  'storage-failed': (detail: string) => `the storage of this site failed (${detail})`,
  'data-not-sent': (detail: string) => `The data cannot be sent: ${detail}.`,
  'hosts-now': () => 'This device hosts the room now.' as string,
  'hosts-no-more': () => 'Another device hosts the room now: this one is an ordinary member.' as string,

  // phases
  'starting-engine': () => 'starting the engine' as string,
  'reading-text': () => 'reading the text' as string,
  compiling: () => 'compiling the model' as string,
  'measuring-speed': () => 'measuring this device' as string,
  'finding-device': () => 'finding the device' as string,
  'removed-unless': (seconds: number) =>
    `The ring says that this device was removed from it: unless another member knows better within ${seconds}\u00a0s, it ends here.`,
  'nobody-left': () =>
    'Nobody is left in the ring: unless somebody comes back, this device opens it anew.' as string,
  'door-locked': (until: string) =>
    `The host has locked the room. This device waits until ${until} for it to open the door.`,
  'door-host-away': (until: string) =>
    `Waiting until ${until} for the host, who lets people in one by one and is not here now.`,
  'door-asks': (until: string) => `Waiting until ${until} for the host to let this device in.`,
  'door-asks-of': (until: string, hosts: string) =>
    `Waiting until ${until} for ${hosts} to let this device in.`,
  'taking-over': () => 'taking over the run' as string,
  'state-differs': () => 'this device holds another state than the ring' as string,
  'state-behind': () => 'this device holds an older state' as string,
  'fetching-sum': (step: number) => `fetching the sum of step ${groupDigits(step)}`,
  'fetching-missed': () => 'fetching a decision it missed' as string,
  'awaits-catch-up': (percent: number) => `to catch up (${percent}\u00a0%)`,
  'awaits-inner-steps': () => 'its inner steps' as string,
  'awaits-record': () => 'its record of the last step' as string,
  'awaits-part': () => 'its part of the sum' as string,
  'all-steps-done': (steps: number) => `all ${groupDigits(steps)} steps are done`,
  'stopped-by-host': () => 'stopped by the host' as string,
  'room-ended': () => 'the host ended this room for all' as string,
  diverged: () => 'the gradients or the update were not usable' as string,

  // the room server, and links
  ...serverSayings,
  'server-lacks-room': () => 'the room server has no such room now' as string,
  'refused-no-room': (room: string) => `there is no room ${room}`,
  'refused-wrong-key': (room: string) => `the key does not belong to room ${room}`,
  'refused-forged': (room: string) => `the server’s description of room ${room} is not its creator’s`,
  'refused-key-missing': () => 'this room is private: its key is the part of the link after #' as string,
  'refused-wrong-version': () => 'the room server speaks another version: reload the page' as string,
  'refused-room-full': () => 'every place in the room is taken' as string,
  'refused-too-many-peers': () => 'too many devices share this address already' as string,
  'refused-too-many-rooms': () => 'no more rooms can be opened now' as string,
  'refused-id-taken': () => 'this device is in a room already' as string,
  'refused-rate-limited': () => 'too much was asked at once: wait a moment' as string,
  'refused-malformed': () => 'the room server’s answer is not of this protocol' as string,
  'no-connection-within': (name: string, seconds: number) =>
    `no connection to ${name} within ${seconds}\u00a0s`,
  'connection-closed': (name: string) => `the connection to ${name} closed`,
  'relay-ended': () => 'the relayed link ended' as string,

  // the check of a network
  'its-turn': () => 'its turn' as string,
  'room-server': () => 'the room server' as string,
  'data-channel': () => 'a data channel' as string,
  'first-relayed-packet': () => 'the first packet through the room server' as string,
  'relayed-answer': () => 'the other end’s answer through the room server' as string,
  'other-end': () => 'the other end' as string,
  'took-longer': (what: string, seconds: number) => `${what} took longer than ${seconds}\u00a0s`,
  'went-away-after': (detail: string) => `it went away after it had answered: ${detail}`,
  'server-went-away': () => 'the room server went away meanwhile' as string,
  'nobody-introduces': () => 'there was no room server to introduce the two ends' as string,
  'webrtc-is-off': () => 'WebRTC is missing or turned off in this browser' as string,

  // what ends a replica
  'kicked-by-host': () => 'the host removed this replica from the ring' as string,
  'refused-at-door': () => 'the host did not let this device in' as string,
  'unplugged-by-host': () => 'the host unplugged this replica' as string,
  'evicted-by-ring': () =>
    'the ring removed this replica: its contributions were refused again and again, or it alone refused those of others' as string,
  'not-let-back-in': () =>
    'this replica was removed from the ring, and the host has not let it back in' as string,
  'host-did-not-answer': (minutes: number) => `the host did not answer for ${minutes} minutes`,
  'worker-not-started': () => 'The engine’s Worker did not start. Reload this page to try again.' as string,
  'worker-not-answering': (seconds: number) =>
    `The engine’s Worker has not answered for ${seconds}\u00a0s. Reload this page to try again.`,
  'other-hosts-rights': () => 'the host rights kept on this device are not of this room' as string,
  'examples-differ': (here: number, room: number) =>
    `the data has ${groupDigits(here)} examples on this device, ${groupDigits(room)} in this room`,

  // the data of the room on this device
  'other-file': () => 'This is another file than the room’s.' as string,
  'examples-do-not-fit': (detail: string) => `These examples do not fit: ${detail}.`,
  'not-the-rooms-data': () => 'the host sent other data than the room trains on' as string,
  'large-text-no-room': (bytes: number, inMemory: number) =>
    `The text has ${size(bytes)}, and this device has no private storage with room for that: only a text of up to ${size(inMemory)} fits into its memory.`,
  'text-not-kept-full': () =>
    'The text does not fit on this device: its storage is full. Free some space on it, or choose a smaller text.' as string,
  'text-not-kept': (detail: string) => `The text cannot be kept on this device: ${detail}.`,
  'data-too-large': (bytes: number, most: number) =>
    `it has ${size(bytes)}, and at most ${size(most)} are sent`,
  'files-not-here': () => 'this device does not hold the files of the run' as string,
  'offer-not-here': () => 'this device does not hold what the host offers' as string,
  'copy-of-other-data': () => 'the copy on this device is not what the host offers' as string,
  'data-not-kept-here': (detail: string) => `this device cannot keep the data: ${detail}`,
  'kept-data-unusable': (detail: string) => `this device cannot use what it kept: ${detail}`,
  'no-giver-free': (seconds: number) =>
    `no member who has the data had a place for this device for ${seconds} seconds`,
  'no-giver-linked': (seconds: number) =>
    `no member who has the data is linked directly for ${seconds} seconds`,
  'nothing-came': (seconds: number) => `nothing came from any member for ${seconds} seconds`,
  'data-cancelled': () => 'it was cancelled here' as string,
  'offer-taken-back': () => 'the host took the offer back' as string,
  'replica-ended': () => 'this replica ended' as string,
  'nobody-offers-data': () => 'nobody in this room offers its data now' as string,

  // engines of this device
  'one-thread-not-isolated': () =>
    'One thread: this page is not cross-origin isolated (plain http on a LAN).' as string,
  'one-thread-many-replicas': (replicas: number) =>
    `One thread: the ${replicas} replicas of this page compute side by side.`,
  'one-thread-short-steps': () => 'One thread: the steps of this model are too short to share.' as string,
  'one-thread-one-core': () => 'One thread: this device has one core.' as string,
  'one-thread-shared-cores': (replicas: number, cores: number) =>
    `One thread: ${replicas} replicas on this device share its ${cores} cores.`,
  'one-thread-alone-starts': () => 'One thread: the others did not start.' as string,
  'two-threads': () => '2 threads, one for each core, as long as they are faster than one.' as string,
  'many-threads': (threads: number, cores: number) =>
    `${threads} threads of ${cores} cores, as long as they are faster than one: the links and the page keep a core.`,
  'many-threads-shared': (threads: number, cores: number, replicas: number) =>
    `${threads} threads of ${cores} cores, which ${replicas} replicas on this device share, as long as they are faster than one: the links and the page keep a core.`,
  'takes-at-least': (ms: number) => `it takes ${ms}\u00a0ms at least`,
  'not-ready-in-time': () => 'it was not ready in time' as string,
  'no-webgpu-here': () => 'this browser has no WebGPU (or the page is not served over HTTPS)' as string,
  'no-adapter-here': () => 'WebGPU found no graphics adapter on this device' as string,
  'engine-refused': (detail: string) => detail,
  'times-slower': (times: number) => `it is more than ${times} times slower`,

  // what a member sent that it may not (C3, H1): the English says more
  'not-a-sender': () => 'nothing is expected from this member' as string,
  'wrong-chunk': () => 'this member never sends it here' as string,
  'wrong-segment': (count: number) => `what is summed has only ${groupDigits(count)} segments`,
  'wrong-offset': (got: number, expected: number) =>
    `it is for element ${groupDigits(got)}, expected ${groupDigits(expected)}`,
  'wrong-length': (got: number, expected: number) =>
    `it has ${groupDigits(got)} bytes, expected ${groupDigits(expected)}`,
  duplicate: () => 'already taken' as string,
  'too-early': () => 'this contribution has not been sent' as string,
  'stray-frame': (generation: number, step: number) =>
    `it is not in the sum of step ${step} in generation ${generation}, and sent a part of it`,
  'frame-again': (generation: number, step: number) =>
    `again a frame of generation ${groupDigits(generation)}, step ${groupDigits(step)}`,
  'absurd-values': () => 'values in a record of a step that cannot be' as string,
  'bad-record': () => 'a record of a step that is not a possible one' as string,
  'command-malformed': () => 'it is malformed' as string,
  'command-of-other-room': () => 'signed for another room' as string,
  'command-not-signed': () => 'not signed by the host of this room' as string,
  'offer-old': () => 'a later one is known' as string,
  'offer-false': () => 'it is not what the host of this room signed' as string,
  'false-list': () => 'a list of shards' as string,
  'false-shard': (shard: number) => `shard ${groupDigits(shard)}`,
  'source-lacks-state': () => 'does not have the state it was asked for' as string,
  'source-sent-false': () => 'sent a block of the state that is not genuine' as string,
  'source-silent': () => 'does not answer with the state' as string,
  'state-not-fetched': () => 'the state of the ring could not be fetched' as string,

  // what stops an engine: the English says more
  'engine-device-lost': () => 'the GPU went away' as string,
  'engine-out-of-memory': () => 'its memory is full' as string,
  'engine-gpu-error': () => 'the GPU reported an error' as string,
  'engine-bad-model': () => 'the model’s layers do not go together' as string,
  'engine-model-does-not-fit': () => 'the model does not fit this device' as string,
  'engine-wrong-answers': () => 'a known answer came out wrong' as string,
  'engine-aborted': () => 'it was stopped' as string,

  // a member's own examples
  'own-other-shape': (room: string, here: string) => `this room’s examples are ${room}, these are ${here}`,
  'own-more-classes': (room: number, here: number) =>
    `this room has ${groupDigits(room)} classes, these examples have ${groupDigits(here)}`,
  'own-other-names': (room: string, here: string) =>
    `this room’s classes are ${room}, these examples’ are ${here}`,
  'without-names': () => 'without names' as string,
  'names-and-more': (names: string, more: number) => `${names} and ${groupDigits(more)} more`,

  // alarms
  'sign-skipped': (skipped: number, of: number) => `${skipped} of the last ${of} steps had no finite sum`,
  'sign-loss-not-finite': () => 'the loss is not finite' as string,
  'sign-loss-rose': (from: number, to: number) => `the loss rose from ${from} to ${to}`,
  'sign-long-gradient': (times: number) => `the gradient is ${times} times as long as before`,
  'cause-batch-grew': (from: number, to: number, step: number, isLinear: boolean, warmup: number) =>
    `the batch grew from ${groupDigits(from)} to ${groupDigits(to)} at step ${groupDigits(step)} with the ${isLinear ? 'linear' : 'square-root'} rule and ${warmup === 0 ? 'no warm-up' : `a warm-up of ${groupDigits(warmup)} steps`}`,
  'advice-warm-up': () =>
    'let the rate climb over some steps when the batch grows, or use the square-root rule' as string,
  'advice-longer-warm-up': () => 'a longer warm-up, the square-root rule, or a lower learning rate' as string,
  'cause-rate-rose': (from: number, to: number, step: number) =>
    `the learning rate rose from ${from} to ${to} by step ${groupDigits(step)}`,
  'advice-go-back': (rate: number) => `go back to ${rate}`,
  'cause-faulty': (names: string) => `contributions of ${names} were outliers or not finite`,
  'advice-look-at-device': () => 'look at that device; the ring goes on without what it sends' as string,
  'cause-rate-high': (rate: number) => `the learning rate ${rate} is too high`,
  'cause-rate-high-unclipped': (rate: number, times: number) =>
    `the learning rate ${rate} is too high, with clipping off and gradients ${times} times as long as before`,
  'advice-rate': (rate: number, hasServed: boolean, isUnclipped: boolean) =>
    `${hasServed ? 'go back to' : 'try'} ${rate}${isUnclipped ? ', or clip gradients' : ''}`,
};

type Sentences = typeof englishSayings & typeof fileSayings & typeof savedSayings;
export type SayingCode = keyof Sentences;

/** A sentence within a sentence. Without `says` only its own words exist, such as a browser's. Structured-cloneable. */
export interface Detail {
  readonly text: string;
  readonly says?: Saying | undefined;
}

export type Given<Values extends readonly unknown[]> = {
  readonly [At in keyof Values]: string extends Values[At] ? Values[At] | Detail : Values[At];
};

/** A code with the values of its sentence, in order. Structured-cloneable. */
export type Saying = {
  readonly [Code in SayingCode]: {
    readonly code: Code;
    readonly given: Given<Parameters<Sentences[Code]>>;
  };
}[SayingCode];

/** The English sentence, and the same as a code. */
export const say = sayFrom(englishSayings);

/** The same as a part of a larger sentence. */
export function detailOf([text, says]: ReturnType<typeof say>): Detail {
  return { text, says };
}
