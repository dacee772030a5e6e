// What went wrong, whether progress is safe, and the one next step. Every code has a text, and none is a dead end.
import { msg, t } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '../../words/sayings';
import type { ReplicaErrorCode } from '../../../src/replica/protocol';
import {
  firstTroubleCodes,
  firstTroubleWords,
  nothingLost,
  ringGoesOn,
  type FirstTroubleCode,
  type TroubleAction,
  type TroubleWords,
} from './first-trouble';

export type TroubleCode = ReplicaErrorCode | 'software-adapter' | FirstTroubleCode;
type LaterTroubleCode = Exclude<TroubleCode, FirstTroubleCode>;

interface Messages {
  readonly title: MessageDescriptor;
  readonly what: MessageDescriptor;
  /** Where something else is safe than usual. */
  readonly safe?: MessageDescriptor;
  readonly label: MessageDescriptor;
  /** Where it is not to try again. */
  readonly action?: TroubleAction;
}

const messages: Readonly<Record<LaterTroubleCode, Messages>> = {
  'no-https': {
    title: msg`This address is not secure`,
    what: msg`Browsers open the GPU only to HTTPS pages. The host can start the server with HTTPS, or this device can train on its CPU.`,
    label: msg`Open over HTTPS`,
    action: 'open-https',
  },
  'no-webgpu': {
    title: msg`This browser has no WebGPU`,
    what: msg`A current Chrome, Edge, Firefox or Safari has it. This device can still train small models on its CPU.`,
    label: msg`Join with the CPU`,
    action: 'use-cpu',
  },
  'no-adapter': {
    title: msg`No GPU could be opened`,
    what: msg`WebGPU is here, but no graphics adapter answered. Turning on hardware acceleration in the browser’s settings usually helps; the CPU works meanwhile.`,
    label: msg`Join with the CPU`,
    action: 'use-cpu',
  },
  'software-adapter': {
    title: msg`WebGPU runs on the processor here`,
    what: msg`Here it has no graphics card. Unless told otherwise, a replica takes whichever is faster, this or WebAssembly. The ring waits for its slowest member.`,
    safe: msg`Joining is harmless.`,
    label: msg`Go on anyway`,
    action: 'continue',
  },
  'device-lost': {
    title: msg`The GPU went away`,
    what: msg`A driver restart, a sleep, or another program took it. Joining again rebuilds this replica from the ring.`,
    label: msg`Join again`,
  },
  'out-of-memory': {
    title: msg`Out of GPU memory`,
    what: msg`Close other tabs that draw, or train on the CPU.`,
    label: msg`Join with the CPU`,
    action: 'use-cpu',
  },
  'bad-model': {
    title: msg`The model’s layers do not go together`,
    what: msg`The room’s settings name a model that cannot be built. Choose another in the run settings.`,
    label: msg`Try again`,
  },
  'model-does-not-fit': {
    title: msg`The model does not fit this device`,
    what: msg`Its largest buffer is over this adapter’s limit. The CPU has no such limit, only less speed.`,
    label: msg`Join with the CPU`,
    action: 'use-cpu',
  },
  'gpu-error': {
    title: msg`The GPU reported an error`,
    what: msg`This replica stopped before a wrong number could leave it. Joining again starts it fresh.`,
    label: msg`Join again`,
  },
  'wrong-answers': {
    title: msg`This device computes wrongly`,
    what: msg`Before a device trains, it computes known answers. This one got an answer wrong, so nothing of it enters a sum. A driver update usually helps.`,
    label: msg`Check again`,
  },
  'network-blocked': {
    title: msg`The network blocks direct links`,
    what: msg`The server was reached, but no other device could be. Guest Wi-Fi often forbids it: a shared hotspot works.`,
    label: msg`Try again`,
  },
  'several-rooms': {
    title: msg`The code alone is not enough`,
    what: msg`The server was restarted and does not know which room the code means. Scan the QR code on the host’s screen, or open its whole link: they lead to the right one.`,
    label: msg`Use another link`,
    action: 'go-home',
  },
  'room-full': {
    title: msg`The room is full`,
    what: msg`Every place is taken. A place may become free, or the host can open a second room.`,
    label: msg`Try again`,
  },
  'wrong-key': {
    title: msg`The link is not complete`,
    what: msg`This room is private: its key is the part after #, and it is missing or wrong. Scan the QR code, or copy the whole link.`,
    label: msg`Use another link`,
    action: 'go-home',
  },
  'wrong-version': {
    title: msg`This page is of another version`,
    what: msg`The room runs a different version of Lockstep. Reloading fetches the one that the server offers.`,
    label: msg`Reload`,
    action: 'reload',
  },
  'wrong-config': {
    title: msg`This replica is set up differently`,
    what: msg`Its settings do not match the ring’s, so it was refused before it could disturb the sum.`,
    label: msg`Join again`,
  },
  'settings-refused': {
    title: msg`This page does not understand the room’s settings`,
    what: msg`They were kept in this tab, perhaps by another version of the page, so no ring begins here. Open a new room and choose its settings again.`,
    label: msg`Open a new room`,
    action: 'new-room',
  },
  kicked: {
    title: msg`The host removed this device`,
    what: msg`The host took it out of the ring. Only the host can let it back in. Ask the host first, then try again.`,
    label: msg`Try to join again`,
  },
  unplugged: {
    title: msg`The host unplugged this device`,
    what: msg`The host did that to show what a ring does when a device drops out. This device may join again at once.`,
    label: msg`Join again`,
  },
  evicted: {
    title: msg`The ring removed this device`,
    what: msg`Its contributions were refused again and again, so the others went on without them. Only the host can let it back in. Ask the host first, then try again.`,
    label: msg`Try to join again`,
  },
  'turned-away': {
    title: msg`The ring does not let this device in`,
    what: msg`It was removed before. Only the host can let it back in. Ask the host first, then try again.`,
    label: msg`Try to join again`,
  },
  'room-locked': {
    title: msg`The room is locked`,
    what: msg`The host lets nobody in now. Try again when the host has opened the door.`,
    label: msg`Try again`,
  },
  'not-let-in': {
    title: msg`The host did not let this device in`,
    what: msg`The host refused it at the door. Only the host can let it in. Ask the host first, then try again.`,
    label: msg`Try to join again`,
  },
  'host-silent': {
    title: msg`The host has not answered`,
    what: msg`The host lets people in one by one, and has not decided about this device for 15 minutes. Try again, and it waits again.`,
    label: msg`Try again`,
  },
  'server-unreachable': {
    title: msg`The room server does not answer`,
    what: msg`It may be restarting, or this device is offline. A ring that trains already goes on without it.`,
    safe: msg`Nothing was lost.`,
    label: msg`Try again`,
  },
  'server-refused': {
    title: msg`The room server refused this page`,
    what: msg`It answers, but takes nothing more from this page or this network for now: the last line says why. Wait a moment, then try again.`,
    safe: msg`Nothing was lost.`,
    label: msg`Try again`,
  },
  'no-key-holder': {
    title: msg`Nobody can let you in yet`,
    what: msg`In an open room, a member hands the room’s key to each newcomer. No member with the key is at the room server now. Try again when somebody is there.`,
    label: msg`Try again`,
  },
  'too-many-rooms': {
    title: msg`No more rooms can be opened`,
    what: msg`The server, or this network’s address, has as many rooms as it may have. Rooms that everybody has left are closed after a while.`,
    label: msg`Try again`,
  },
};

const whatInDemo: Readonly<Partial<Record<TroubleCode, MessageDescriptor>>> = {
  'device-lost': msg`A driver restart, a sleep, or another program took it. Starting again begins a new demo.`,
  'gpu-error': msg`This replica stopped before a wrong number could leave it. Starting again begins a new demo.`,
  kicked: msg`You removed the replica that this page shows. Starting again begins a new demo.`,
};

/** This replica was in the ring, whose others hold the same state. */
const ofMember: ReadonlySet<TroubleCode> = new Set<TroubleCode>([
  'device-lost',
  'out-of-memory',
  'bad-model',
  'model-does-not-fit',
  'gpu-error',
  'wrong-answers',
  'wrong-config',
  'kicked',
  'unplugged',
  'evicted',
  'turned-away',
]);

export const troubleCodes: readonly TroubleCode[] = [
  ...firstTroubleCodes,
  ...(Object.keys(messages) as LaterTroubleCode[]),
];

export function troubleWords(code: TroubleCode): TroubleWords {
  if (isFirst(code)) return firstTroubleWords(code);
  const { title, what, safe, label, action = 'try-again' } = messages[code];
  return {
    title: i18n._(title),
    what: i18n._(what),
    safe: safe ? i18n._(safe) : ofMember.has(code) ? ringGoesOn() : nothingLost(),
    action,
    label: i18n._(label),
  };
}

/** The same for a demo ring within this page: nobody joins it, and nobody continues without it. */
export function demoTroubleWords(code: TroubleCode): TroubleWords {
  const { title, what, action, label } = troubleWords(code);
  const inDemo = whatInDemo[code];
  return {
    title,
    what: inDemo ? i18n._(inDemo) : what,
    action,
    safe: t`Only this demo is affected.`,
    label:
      action === 'use-cpu' ? t`Run the demo on the CPU` : action === 'try-again' ? t`Start again` : label,
  };
}

function isFirst(code: TroubleCode): code is FirstTroubleCode {
  return !Object.hasOwn(messages, code);
}
