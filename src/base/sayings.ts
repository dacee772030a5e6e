// What a replica says to people: sentences by code, and how they read in English. A sentence crosses to the page as its
// English text, which commands in Node and flight records keep, and beside it as its code with the values in it: a page in
// another language has its own sentence for each code. Nothing here travels between replicas, and nothing is in a digest.
import { groupDigits } from './group-digits';

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
    `${names} ${count === 1 ? 'was' : 'were'} removed: what ${count === 1 ? 'it' : 'they'} sent was refused`,
  'left-ring': (names: string, _count: number) => `${names} left the ring`,
  lost: (names: string, count: number) => `${names} ${count === 1 ? 'was' : 'were'} lost: no answer any more`,
  'no-longer-in-ring': (names: string, count: number) =>
    `${names} ${count === 1 ? 'is' : 'are'} no longer in the ring`,
  'device-failed': (detail: string) => `the device failed: ${detail}; starting it again`,
  'check-not-done': (detail: string) =>
    `the check of this device at the model’s own shapes was not done: ${detail}; it trains on, and smaller checks go on`,
  'catch-up-failed': (detail: string) => `catching up failed: ${detail}`,
  'step-retried': (detail: string, late: string) =>
    `step retried: ${detail}${late === '' ? '' : ` (no answer from ${late})`}`,
  'cannot-train': (name: string, detail: string) => `${name} cannot train here: ${detail}`,
  'not-host-command': (name: string, detail: string) =>
    `${name} sent a command that is not the host’s: ${detail}`,
  'cut-off': (name: string) => `${name} keeps sending commands that are not the host’s: cut off`,
  refused: (by: string, name: string) =>
    `${by} refused what ${name} sent: its part of this step does not count`,
  'refused-removed': (by: string, name: string) =>
    `${by} refused what ${name} sent: it is removed from the ring`,
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
    `The ring goes around ${one}–${other} now: that link takes ${ms} ms a frame`,
  'only-host': () => 'Only the host of this room may do that.' as string,
  'run-unusable': (detail: string) => `The saved run cannot be used: ${detail}.`,
  'not-kept': (detail: string) => `The run is not kept on this device: ${detail}. Save the run as a file.`,
  'not-kept-full': () =>
    'The run is not kept on this device: the storage of this site is full. Free some space on this device, or save the run as a file.' as string,
  'data-not-sent': (detail: string) => `The data cannot be sent: ${detail}.`,
  'hosts-now': () => 'This device hosts the room now.' as string,
  'hosts-no-more': () => 'Another device hosts the room now: this one is an ordinary member.' as string,

  // phases
  'starting-engine': () => 'starting the engine' as string,
  compiling: () => 'compiling the model' as string,
  'finding-device': () => 'finding the device' as string,
  'removed-unless': (seconds: number) =>
    `The ring says that this device was removed from it: unless another member knows better within ${seconds} s, it ends here.`,
  'nobody-left': () =>
    'Nobody is left in the ring: unless somebody comes back, this device opens it anew.' as string,
  'taking-over': () => 'taking over the run' as string,
  'state-differs': () => 'this device holds another state than the ring' as string,
  'state-behind': () => 'this device holds an older state' as string,
  'fetching-missed': () => 'fetching what it missed' as string,
  'awaits-catch-up': (percent: number) => `to catch up (${percent} %)`,
  'awaits-inner-steps': () => 'its inner steps' as string,
  'awaits-record': () => 'its record of the last step' as string,
  'awaits-part': () => 'its part of the sum' as string,
  'all-steps-done': (steps: number) => `all ${groupDigits(steps)} steps are done`,
  'stopped-by-host': () => 'stopped by the host' as string,
  diverged: () => 'the gradients or the update were not usable' as string,

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

type Sentences = typeof englishSayings;
export type SayingCode = keyof Sentences;

/** A code with the values of its sentence, in order. Structured-cloneable. */
export type Saying = {
  readonly [Code in SayingCode]: {
    readonly code: Code;
    readonly given: Readonly<Parameters<Sentences[Code]>>;
  };
}[SayingCode];

/** The English sentence, and the same as a code. */
export function say<Code extends SayingCode>(
  code: Code,
  ...given: Parameters<Sentences[Code]>
): readonly [text: string, says: Saying] {
  const sentence = englishSayings[code] as (...given: Parameters<Sentences[Code]>) => string;
  return [sentence(...given), { code, given } as unknown as Saying];
}
