// What a replica says about itself, its ring and its engine: codes with the values of their sentences.
import type { Bytes, Name, Saying } from './sayings';

export interface ReplicaSayings {
  // notices
  'opened-ring': undefined;
  'opened-anew': undefined;
  'in-ring-with': { names: string };
  joined: { names: string; count: number };
  'went-on-without': { names: string };
  'removed-by-host': { names: string; count: number };
  'removed-refused': { names: string; count: number };
  'left-ring': { names: string; count: number };
  lost: { names: string; count: number };
  'no-longer-in-ring': { names: string; count: number };
  'device-failed': { detail: Saying };
  'check-not-done': { detail: Saying };
  'catch-up-failed': { detail: Saying };
  'step-retried': { detail: Saying };
  'step-retried-late': { detail: Saying; late: string };
  'why-link-lost': undefined;
  'why-no-answer': undefined;
  'why-bad-record': undefined;
  'cannot-train': { name: string; detail: Saying };
  'speaks-protocol': { theirs: number; ours: number };
  'hello-malformed': undefined;
  'plan-differs': undefined;
  'went-on-without-this': { generation: number; names: string };
  'joins-longer-ring': { name: string };
  'fork-kept': { lineage: string; step: number; examples: number };
  'fork-replaced': { lineage: string; step: number; examples: number; replaced: string };
  'claimed-longer-ring': { names: string };
  'asks-again': { name: string };
  floods: { name: string };
  'sent-forbidden': { name: string; detail: Saying };
  'malformed-signal': { name: string };
  'no-connection-yet': { name: string; detail: Saying };
  'server-away': { detail: Saying };
  'seats-not-freed': { detail: Saying };
  'digests-disagree': undefined;
  'digests-disagree-evenly': undefined;
  'offer-not-valid': { detail: Saying };
  'sent-other-data': { name: string; what: Saying };
  'not-host-command': { name: string; detail: Saying };
  'cut-off': { name: string };
  refused: { by: string; name: string };
  'refused-removed': { by: string; name: string };
  'accuses-alone': { name: string; accused: string };
  'claims-terms': { name: string; claimed: number; planned: number };
  'claims-terms-removed': { name: string; claimed: number; planned: number };
  withheld: { step: number; parts: string };
  suspended: { name: string; untilStep: number };
  'has-part-again': { name: string };
  'given-up': { step: number; count: number };
  'spoils-before': { name: string };
  'spoils-after': { name: string };
  'source-left-out': { name: string; detail: Saying };
  'update-not-finite': { step: number };
  'goes-around': { one: string; other: string; ms: number };
  'only-host': undefined;
  'run-unusable': { detail: Saying };
  'run-lacks-data': { name: string };
  'not-mended': { detail: Saying };
  'mends-own-images-only': undefined;
  'not-kept': { detail: Saying };
  'not-kept-full': undefined;
  'storage-full': undefined;
  'storage-failed': { detail: Saying };
  'data-not-sent': { detail: Saying };
  'hosts-now': undefined;
  'hosts-no-more': undefined;

  // phases
  'starting-engine': undefined;
  'reading-text': undefined;
  compiling: undefined;
  'measuring-speed': undefined;
  'finding-device': undefined;
  'removed-unless': { seconds: number };
  'nobody-left': undefined;
  'door-locked': { until: string };
  'door-host-away': { until: string };
  'door-asks': { until: string };
  'door-asks-of': { until: string; hosts: string };
  'taking-over': undefined;
  'state-differs': undefined;
  'state-behind': undefined;
  'fetching-sum': { step: number };
  'fetching-missed': undefined;
  'awaits-catch-up': { percent: number };
  'awaits-inner-steps': undefined;
  'awaits-record': undefined;
  'awaits-part': undefined;
  'all-steps-done': { steps: number };
  'stopped-by-host': undefined;
  'room-ended': undefined;
  diverged: undefined;
  'server-lacks-room': undefined;
  'refused-no-room': { room: string };
  'refused-several-rooms': { room: string };
  'refused-wrong-key': { room: string };
  'refused-forged': { room: string };
  'refused-key-missing': undefined;
  'refused-wrong-version': undefined;
  'refused-room-full': undefined;
  'refused-too-many-peers': undefined;
  'refused-too-many-rooms': undefined;
  'refused-id-taken': undefined;
  'refused-rate-limited': undefined;
  'refused-malformed': undefined;
  'no-connection-within': { name: Name; seconds: number };
  'connection-closed': { name: Name };
  'relay-ended': undefined;

  // the check of a network
  'its-turn': undefined;
  'room-server': undefined;
  'data-channel': undefined;
  'first-relayed-packet': undefined;
  'relayed-answer': undefined;
  'other-end': undefined;
  'took-longer': { what: Name; seconds: number };
  'went-away-after': { detail: Saying };
  'server-went-away': undefined;
  'nobody-introduces': undefined;
  'webrtc-is-off': undefined;

  // what ends a replica
  'kicked-by-host': undefined;
  'refused-at-door': undefined;
  'unplugged-by-host': undefined;
  'evicted-by-ring': undefined;
  'not-let-back-in': undefined;
  'host-did-not-answer': { minutes: number };
  'worker-not-started': undefined;
  'worker-not-answering': { seconds: number };
  'other-hosts-rights': undefined;
  'examples-differ': { here: number; room: number };

  // the data of the room on this device
  'data-not-here': { name: string };
  'other-file': undefined;
  'examples-do-not-fit': { detail: Saying };
  'not-the-rooms-data': undefined;
  'large-text-no-room': { bytes: Bytes; inMemory: Bytes };
  'text-not-kept-full': undefined;
  'text-not-kept': { detail: Saying };
  'data-too-large': { bytes: Bytes; most: Bytes };
  'files-not-here': undefined;
  'offer-not-here': undefined;
  'copy-of-other-data': undefined;
  'data-not-kept-here': { detail: Saying };
  'kept-data-unusable': { detail: Saying };
  'no-giver-free': { seconds: number };
  'no-giver-linked': { seconds: number };
  'nothing-came': { seconds: number };
  'data-cancelled': undefined;
  'offer-taken-back': undefined;
  'replica-ended': undefined;
  'nobody-offers-data': undefined;

  // engines of this device
  'one-thread-not-isolated': undefined;
  'one-thread-many-replicas': { replicas: number };
  'one-thread-short-steps': undefined;
  'one-thread-one-core': undefined;
  'one-thread-shared-cores': { replicas: number; cores: number };
  'one-thread-alone-starts': undefined;
  'two-threads': undefined;
  'many-threads': { threads: number; cores: number };
  'many-threads-shared': { threads: number; cores: number; replicas: number };
  'takes-at-least': { ms: number };
  'not-ready-in-time': undefined;
  'no-webgpu-here': undefined;
  'no-adapter-here': undefined;
  'engine-refused': { detail: Saying };
  'times-slower': { times: number };

  // what a member sent that it may not (C3, H1): the English says more
  'not-a-sender': undefined;
  'wrong-chunk': undefined;
  'wrong-segment': { count: number };
  'wrong-offset': { got: number; expected: number };
  'wrong-length': { got: number; expected: number };
  duplicate: undefined;
  'too-early': undefined;
  'stray-frame': { generation: number; step: number };
  'frame-again': { generation: number; step: number };
  'absurd-values': undefined;
  'bad-record': undefined;
  'command-malformed': undefined;
  'command-of-other-room': undefined;
  'command-not-signed': undefined;
  'offer-old': undefined;
  'offer-false': undefined;
  'false-list': undefined;
  'false-shard': { shard: number };
  'source-lacks-state': undefined;
  'source-sent-false': undefined;
  'source-silent': undefined;
  'state-not-fetched': undefined;

  // what stops an engine: the English says more
  'engine-device-lost': undefined;
  'engine-out-of-memory': undefined;
  'engine-gpu-error': undefined;
  'engine-bad-model': undefined;
  'engine-model-does-not-fit': undefined;
  'engine-wrong-answers': undefined;
  'engine-aborted': undefined;

  // a member's own examples
  'own-other-shape': { room: string; here: string };
  'own-more-classes': { room: number; here: number };
  'own-other-names': { room: Name; here: Name };
  'without-names': undefined;
  'names-and-more': { names: string; more: number };

  // alarms
  'sign-skipped': { skipped: number; of: number };
  'sign-loss-not-finite': undefined;
  'sign-loss-rose': { from: number; to: number };
  'sign-long-gradient': { times: number };
  'cause-batch-grew': { from: number; to: number; step: number; isLinear: boolean; warmup: number };
  'advice-warm-up': undefined;
  'advice-longer-warm-up': undefined;
  'cause-rate-rose': { from: number; to: number; step: number };
  'advice-go-back': { rate: number };
  'cause-faulty': { names: string };
  'advice-look-at-device': undefined;
  'cause-rate-high': { rate: number };
  'cause-rate-high-unclipped': { rate: number; times: number };
  'advice-rate': { rate: number; hasServed: boolean; isUnclipped: boolean };

  /** An error that nobody expected: only English has its words. */
  unexpected: undefined;
  /** A frame of a sum, by its place, and what is wrong with it. */
  'contribution-refused': { chunk: number; segment: number; detail: Saying };
  'frame-refused': { phase: string; chunk: number; segment: number; detail: Saying };
}
