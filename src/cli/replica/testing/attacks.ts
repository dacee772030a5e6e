// What a hostile member or guest does, one function each. Each begins when the test says so and continues until the
// process ends. To add one: a line in `attacks`, a function, and a row in e2e/faults/hostile-member.spec.ts.
import { decodeRecord, encodeRecord, type HeaderRecord } from '../../../train/header/header-record';
import { versionedState } from '../../../train/state/versioned-state';
import type { HostileMember } from './hostile-member';

export interface Attack {
  /** It is linked, and never asks to be admitted. */
  readonly isByGuest?: boolean;
  readonly begin: (member: HostileMember) => void;
}

const nobody = '0'.repeat(16);
const largest = 0xffff_ffff;

export const attacks = {
  /** “The ring went on without you”, to each, in a view of its own. */
  'not-a-member': { isByGuest: true, begin: sayNotAMember },
  /** The liar’s records say that it refused what the others sent: the most senior one first, then the next. */
  'accuse-all': { begin: accuseAll },
  /** The host's next record, forged, as if passed on in a flood: at every round. */
  'record-of-another': { begin: forgeRecords },
  /** The liar’s state is 10⁶ versions newer, with parameters of zero. */
  version: { begin: claimVersion },
  /** It never holds the host's commands. */
  veto: { begin: (member) => change(member, () => ({ firstCommand: nobody })) },
  /** The highest ballot there is. */
  ballot: { begin: takeLastBallot },
  /** A view without the host, proposed, and then installed as a fact. */
  'forged-view': { begin: installWithoutHost },
  /** The host's goodbye, as if passed on. */
  'forged-goodbye': { begin: sayGoodbyeForHost },
  /** Everybody else is lost, and asks for a new attempt, twenty times a second. */
  attempts: { begin: wantAttempts },
  /** It catches up, and never arrives. */
  creeping: { begin: creep },
  /** It sends the first frame of its part of each sum, in each attempt. */
  stops: { begin: stopInSums },
  /** The loss of its part. */
  loss: { begin: (member) => change(member, ({ last }) => ({ last: { ...last, lossSum: -31_250 } })) },
  /** So fast that the whole batch is its own. */
  speed: { begin: (member) => change(member, () => ({ termsPerSecond: 1e30 })) },
  /** A guest's own lineage, which trained on more examples than there are. */
  lineage: { isByGuest: true, begin: claimLineage },
} as const satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof attacks;

function change(member: HostileMember, fields: (record: HeaderRecord) => Partial<HeaderRecord>): void {
  member.changeRecord = (record) => ({ ...record, ...fields(record) });
}

function repeat(everyMs: number, act: () => void): void {
  act();
  setInterval(act, everyMs);
}

function sayNotAMember(member: HostileMember): void {
  repeat(1_000, () => {
    const lineage = member.ring?.lineage ?? '';
    const view = { lineage, generation: 1_000_000, members: [member.self], ring: [0] };
    member.say({ kind: 'not-a-member', view });
  });
}

/** Twice each, which evicts (S16); then for two records nobody, so that the ring has time to act on it. */
function accuseAll(member: HostileMember): void {
  let said = 0;
  let victims = member.others;
  change(member, () => {
    const turn = Math.floor(said++ / 2);
    if (turn < victims.length) return { accused: victims[turn] };
    if (said > 2 * victims.length + 1) [said, victims] = [0, member.others];
    return {};
  });
}

/** All others wait for the host, which waits for their parts of a sum. */
function forgeRecords(member: HostileMember): void {
  member.onRound = (round) => {
    const genuine = member.records.get(0);
    const record = genuine && decodeRecord(genuine);
    if (!record?.ok) return;
    const lie = { status: 'catching-up', contribution: 0, progress: 0.5, requestsPause: true } as const;
    for (const ahead of [1, 2])
      member.sayRecordOf(0, round + ahead, encodeRecord({ ...record.value, ...lie }));
  };
}

function claimVersion(member: HostileMember): void {
  member.isLie = ({ version }) => version >= 1_000_000;
  // Again whenever it was brought back to what the others hold.
  member.changeState = (held) =>
    member.isLie(held.state)
      ? held
      : versionedState(
          { ...held.state, version: held.state.version + 1_000_000 },
          { ...held.tensors, parameters: new Float32Array(held.tensors.parameters.length) },
        );
}

function takeLastBallot(member: HostileMember): void {
  repeat(1_000, () => {
    if (member.view) member.say({ kind: 'prepare', ballot: largest, previous: member.view });
  });
}

function installWithoutHost(member: HostileMember): void {
  if (!member.view) return;
  const { lineage, generation, members } = member.view;
  const [host, ...others] = members;
  const view = {
    lineage,
    generation: generation + members.length,
    members: others,
    ring: others.map((_, rank) => rank),
  };
  member.say({ kind: 'accept', ballot: view.generation, previous: generation, view });
  setTimeout(() => {
    member.say({ kind: 'install', view });
    member.say({ kind: 'not-a-member', view }, [host]);
  }, 200);
}

function sayGoodbyeForHost(member: HostileMember): void {
  if (!member.view) return;
  const { members } = member.view;
  const installed = member.view;
  const message = { kind: 'leave', promised: installed.generation, installed } as const;
  member.say({ kind: 'relay', from: members[0], to: 'all', id: 4_000_000_000, message });
}

function wantAttempts(member: HostileMember): void {
  repeat(50, () => {
    if (!member.view) return;
    const { lineage, generation } = member.view;
    const lost = [...member.others];
    member.say({ kind: 'status', lineage, generation, hears: [], lost, attemptAfter: generation });
  });
}

function stopInSums(member: HostileMember): void {
  let generation: number | undefined;
  member.isWithheld = () => {
    const isFirst = member.view?.generation !== generation;
    generation = member.view?.generation;
    return !isFirst;
  };
}

function creep(member: HostileMember): void {
  let progress = 0;
  change(member, () => {
    progress = Math.min(1, progress + 1e-4);
    return { status: 'catching-up', contribution: 0, progress, requestsPause: true };
  });
}

function claimLineage(member: HostileMember): void {
  const lineage = 'ffffffff';
  const ring = { lineage, examples: 1e15, run: 1, sponsors: [], kicked: [] };
  member.changeHello = (hello) => ({ ...hello, wantsIn: false, ring });
  repeat(1_000, () => {
    for (const to of member.others) member.sendLie(to, 'hello', member.lastHello);
    member.say({ kind: 'status', lineage, generation: 1, hears: [], lost: [], attemptAfter: 0 });
  });
}
