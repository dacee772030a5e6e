// What each frame of a peer leads to, and what ends its link.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { fail, ok } from '../../base/result';
import { driveFor, macrotask } from '../../base/testing/drive-clock';
import type { RecordMessage } from '../../collectives/all-gather-records';
import { encodeRecordFrame } from '../../collectives/record-frame';
import { encodeReduceFrame, type ReduceFrame } from '../../collectives/reduce-frame';
import type { MemberId, View } from '../../membership/view';
import { emptyHeader, encodeFrame, type Frame } from '../../net/frame/frame';
import { hashBlocks } from '../../optim/state/digest';
import { createTrainState } from '../../optim/state/train-state';
import { newHostKeys, signCommand, type SignedCommand } from '../../net/room/signed-command';
import type { Offered, StateRequest } from '../catch-up/state-source';
import { forgedRule, repeatedRule } from '../commands/command-limit';
import { HeldCommands } from '../commands/held-commands';
import type { HostCommand } from '../commands/host-command';
import { frameRules } from '../peers/frame-budgets';
import type { Hello } from '../peers/hello';
import type { HelloRefusal } from '../peers/hellos';
import { Hub } from '../peers/hub';
import { moonsRun } from '../testing/moons-run';
import { HandLink } from '../testing/hand-link';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import { helloOf, ids, ringOf, viewOf } from '../testing/samples';
import type { MemberScreen } from './member-screen';
import { PeerFrames, type PeerFramesParts } from './peer-frames';

const [self, b, c, outsider] = ids;
const view = viewOf([self, b, c]);
const random = prng('keys', 3);
const draw = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));
const [host, stranger] = [newHostKeys(draw), newHostKeys(draw)];
const signed = (sequence: number, kind: string, token = host.hostToken): SignedCommand =>
  signCommand(token, 'TEST', sequence, JSON.stringify({ kind }));

function scene() {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const commands = new HeldCommands(host.hostPublicKey, 'TEST');
  const records: [MemberId, RecordMessage][] = [];
  const sums: [ReduceFrame, boolean | undefined][] = [];
  const states: [MemberId, number][] = [];
  const answers: [MemberId, StateRequest][] = [];
  const membership: MemberId[] = [];
  const hellos: [MemberId, boolean][] = [];
  const taken: HostCommand[] = [];
  const old: HostCommand[] = [];
  const notices: string[] = [];
  const now = {
    view: view as View | undefined,
    /** The generation that the trainer lives in. */
    generation: view.generation,
    known: new Map<MemberId, Hello>(),
    refusal: undefined as HelloRefusal | undefined,
    offers: [] as readonly Offered[],
    removed: [] as MemberId[],
    state: newRun(testConfig) as RunState | undefined,
    /** The last applied command, as sponsors tell it. */
    told: undefined as number | undefined,
  };
  const parts: PeerFramesParts = {
    ...{ self, clock, hub, commands },
    members: {
      take: (from: MemberId) => void membership.push(from),
      get view() {
        return now.view;
      },
    },
    hellos: {
      of: (peer) => now.known.get(peer),
      applied: () => now.told,
      take: () => (now.refusal ? fail(now.refusal, 'it differs') : ok(helloOf())),
    },
    trainer: {
      takeRecord(from, message) {
        if (message.key.generation === now.generation) records.push([from, message]);
        return message.key.generation === now.generation;
      },
      stateFrames: {
        takeState: (from: MemberId, frame: Frame) => void states.push([from, frame.segment]),
        takeAnswer: (from, message) => void answers.push([from, message]),
      },
      get offers() {
        return now.offers;
      },
      get state() {
        return now.state;
      },
      router: { receive: (frame, isRetired) => void sums.push([frame, isRetired]) },
    },
    recorder: { note: () => undefined, routine: () => undefined },
  };
  const screen: Pick<MemberScreen, 'nameOf' | 'notify'> = {
    nameOf: (member) => `the ${member[0]}`,
    notify: (level, says) => void notices.push(`${level}: ${inEnglish(says)}`),
  };
  const frames = new PeerFrames(parts, screen, {
    hello: (from, _, hadRing) => void hellos.push([from, hadRing]),
    command: (command, isNews) => void (isNews ? taken : old).push(command),
    mayHear: (peer) => now.view?.members.includes(peer) === true && !now.removed.includes(peer),
  });
  const link = (peer: MemberId): HandLink => {
    const made = new HandLink(clock);
    hub.add(peer, made);
    return made;
  };
  const links = { b: link(b), c: link(c), outsider: link(outsider) };
  const heard = { records, sums, states, answers, membership, hellos, taken, old, notices };
  return { ...heard, clock, hub, frames, links, now, link };
}
const recordFrame = (generation: number, round = 0): Uint8Array =>
  encodeRecordFrame({
    key: { lineage: view.lineage, generation, round },
    rank: 1,
    bytes: new Uint8Array([generation, round]),
    isFlooded: false,
  });
const sumFrame = encodeReduceFrame(
  { lineage: view.lineage, generation: 3, step: 4, bucket: 1 },
  { phase: 'reduce-scatter', chunk: 2, segment: 0, offset: 8 },
  new Uint8Array(8),
);

test('H1: a record goes to the trainer, and its credit back at once', () => {
  const { links, records } = scene();
  const { consumed } = links.b.deliver(recordFrame(3));
  expect(records.map(([from, { rank, bytes }]) => [from, rank, [...bytes]])).toEqual([[b, 1, [3, 0]]]);
  expect(consumed()).toBe(1);
});

test('H3: a record of a generation that is not lived in yet is kept for it; one of an older generation is not', async () => {
  const { frames, links, now, records } = scene();
  for (const [generation, round] of [
    [4, 0],
    [2, 0],
    [4, 1],
    [5, 0],
  ])
    // prettier-ignore
    expect(links.b.deliver(recordFrame(generation, round)).consumed()).toBe(1);
  expect(records).toEqual([]);
  now.generation = 4;
  frames.unpark({ ...view, generation: 4 });
  expect(records).toEqual([]); // the life in it begins first
  await macrotask();
  expect(records.map(([, { key }]) => [key.generation, key.round])).toEqual([[4, 0], [4, 1]]); // prettier-ignore
  now.generation = 2;
  frames.unpark({ ...view, generation: 2 });
  await macrotask();
  expect(records.length).toBe(2);
});

test('C15, H3: of 65 records of one sender the first makes room, and no record of another', async () => {
  const { frames, links, now, records } = scene();
  links.c.deliver(recordFrame(4, 500));
  for (let round = 0; round < 65; round++) links.b.deliver(recordFrame(4, round));
  links.b.deliver(recordFrame(2)); // an older one takes no place
  for (let round = 0; round < 1_000; round++) links.outsider.deliver(recordFrame(4, round));
  links.outsider.close('gone');
  now.generation = 4;
  await macrotask();
  frames.unpark({ ...view, generation: 4 });
  await macrotask();
  const of = (peer: MemberId): number[] =>
    records.flatMap(([from, { key }]) => (from === peer ? [key.round] : []));
  expect([of(b).length, of(b)[0], of(c), of(outsider)]).toEqual([64, 1, [500], []]);
});

test('C4: a part of a sum goes to the router, which gives its credit back; it is told what came over an old link', () => {
  const { hub, link, links, sums } = scene();
  const { consumed } = links.b.deliver(sumFrame);
  expect(sums[0]).toMatchObject([{ from: b, key: { step: 4, bucket: 1 }, chunk: 2, offset: 8 }, false]);
  expect(consumed()).toBe(0);
  sums[0][0].consume();
  expect(consumed()).toBe(1);
  link(b);
  links.b.deliver(sumFrame);
  expect([sums[1][1], hub.malformed]).toEqual([true, 0]);
});

test.each([
  ['a record with a step', encodeFrame({ ...emptyHeader, type: 'record', step: 1 }, new Uint8Array(4))],
  ['a record of 2 KiB', encodeFrame({ ...emptyHeader, type: 'record' }, new Uint8Array(2048))],
  ['a sum of an unknown phase', encodeFrame({ ...emptyHeader, type: 'reduce', phase: 2 }, new Uint8Array(4))],
  ['a request that is not JSON', encodeFrame({ ...emptyHeader, type: 'request' }, new Uint8Array([123]))],
])('what cannot be read ends the link of its sender alone: %s', (_, bytes) => {
  const { links, records, sums, answers } = scene();
  const { consumed } = links.b.deliver(bytes);
  expect([links.b.isOpen, links.c.isOpen, consumed()]).toEqual([false, true, 1]);
  expect([records, sums, answers]).toEqual([[], [], []]);
});

test('J1, M1: blocks of a state and membership messages go where they are judged', () => {
  const { links, states, membership } = scene();
  const block = encodeFrame({ ...emptyHeader, type: 'state', phase: 1, segment: 7 }, new Uint8Array(4));
  expect(links.b.deliver(block).consumed()).toBe(1);
  expect(links.c.deliverJson('membership', {}).consumed()).toBe(1);
  expect([states, membership]).toEqual([[[b, 7]], [c]]);
});

test('J8: blocks of a state count of members only, and of none that was removed', () => {
  const { links, states, now } = scene();
  const block = encodeFrame({ ...emptyHeader, type: 'state', phase: 1, segment: 7 }, new Uint8Array(4));
  now.removed = [c];
  for (const link of [links.outsider, links.c]) expect(link.deliver(block).consumed()).toBe(1);
  expect(states).toEqual([]);
});

test('J8: a member that is removed gets no state while the view is older, and no more of what is under way', async () => {
  const { links, now } = scene();
  const state = newRun(moonsRun([4]));
  const tensors = createTrainState(state.config.optimizer, 40_000);
  now.offers = [{ digest: 'x', state, tensors, hashes: hashBlocks(tensors) }];
  const blocks = { kind: 'blocks', digest: 'x', blocks: [0, 1, 2] } as const;
  const sent = (): number => links.b.sent.filter(({ type }) => type === 'state').length;
  links.b.deliverJson('request', blocks);
  now.removed = [b];
  await macrotask();
  expect(sent()).toBe(1); // it was on its way
  links.b.deliverJson('request', blocks);
  await macrotask();
  expect(sent()).toBe(1);
  expect(links.b.sentJson('request')).toMatchObject([{ kind: 'refused', why: 'this replica holds nothing' }]);
});

test('T2: a member that asks for a state which is not here gets a refusal with what is', async () => {
  const { links, now } = scene();
  now.offers = [{ digest: 'd'.repeat(16) } as Offered];
  for (const link of [links.b, links.outsider])
    link.deliverJson('request', { kind: 'manifest', digest: 'x' });
  await macrotask();
  const refusal = (why: string): unknown => ({ kind: 'refused', digest: 'x', why });
  expect(links.b.sentJson('request')).toEqual([refusal(`this replica holds ${'d'.repeat(16)}`)]);
  // Nothing is given to a peer outside the view, nor is it told what is here.
  expect(links.outsider.sentJson('request')).toEqual([refusal('this replica holds nothing')]);
  expect(links.b.isOpen).toBe(true);
});

test('T4: refusals and offers of blocks count of members of the view only', () => {
  const refused = { kind: 'refused', digest: 'x', why: 'gone' } as const;
  const have = { kind: 'have', digest: 'x', ranges: [[0, 3]] } as const;
  const { links, answers, now } = scene();
  for (const link of [links.b, links.outsider]) for (const message of [refused, have]) link.deliverJson('request', message); // prettier-ignore
  expect(answers).toEqual([[b, refused], [b, have]]); // prettier-ignore
  now.view = undefined;
  links.b.deliverJson('request', refused);
  expect(answers.length).toBe(2);
});

test('a hello is handed on, with whether its sender was in a ring before', () => {
  const { links, hellos, now } = scene();
  links.b.deliverJson('hello', helloOf());
  now.known.set(b, helloOf({ ring: ringOf() }));
  links.b.deliverJson('hello', helloOf());
  expect(hellos).toEqual([[b, false], [b, true]]); // prettier-ignore
});

test.each([
  ['wrong-version', false],
  ['malformed', false],
  ['wrong-config', true], // it may train in another run with this replica
] as const)('E0: a hello refused as %s is told to people; the link stays open: %s', (code, staysOpen) => {
  const { links, hellos, notices, now } = scene();
  now.refusal = code;
  links.b.deliverJson('hello', helloOf());
  expect([hellos, notices]).toEqual([[], ['error: the b cannot train here: it differs']]);
  expect(links.b.isOpen).toBe(staysOpen);
});

test('H5: a new command of the host is taken and passed on once, to every peer but the one that brought it', () => {
  const { links, taken, notices } = scene();
  const command = signed(1, 'start');
  links.b.deliverJson('command', command);
  links.c.deliverJson('command', command);
  expect(taken).toEqual([{ kind: 'start' }]);
  const passed = [links.b, links.c, links.outsider].map((link) => link.sentJson('command'));
  expect(passed).toEqual([[], [command], [command]]);
  expect(notices).toEqual([]); // a repetition is no news
});

test('H5: one that this device signed goes to every peer', () => {
  const { frames, links, taken } = scene();
  frames.takeCommand(self, signed(1, 'start'));
  expect([links.b, links.c, links.outsider].map((link) => link.sentJson('command').length)).toEqual([
    1, 1, 1,
  ]);
  expect(taken.length).toBe(1);
});

test('H28: what may be old has no effect on arrival, and is not passed on by a replica outside', () => {
  const { links, now, taken, old } = scene();
  now.state = undefined;
  links.b.deliverJson('command', signed(1, 'stop'));
  expect([taken, old, links.c.sentJson('command')]).toEqual([[], [{ kind: 'stop' }], []]);
  now.told = 5;
  links.b.deliverJson('command', signed(5, 'stop'));
  expect([taken.length, old.length]).toEqual([0, 2]);
  links.b.deliverJson('command', signed(6, 'pause'));
  expect([taken, links.c.sentJson('command').length]).toEqual([[{ kind: 'pause' }], 1]);
});

test('L19: of hellos beyond the budget the last one counts; who goes on is cut off', async () => {
  const { clock, hub, links, hellos } = scene();
  const flooded: MemberId[] = [];
  hub.on('flooded', ({ peer }) => void flooded.push(peer));
  for (let time = 0; time < 200; time++) links.b.deliverJson('hello', helloOf());
  expect(hellos.length).toBe(frameRules.hello.capacity);
  await driveFor(clock, 2_000);
  expect([hellos.length, links.b.isOpen]).toEqual([frameRules.hello.capacity + 1, true]);
  for (let time = 0; time < 2_200; time++) links.b.deliverJson('hello', helloOf());
  expect([flooded, links.b.isOpen, links.c.isOpen]).toEqual([[b], false, true]);
});

test('L19: at most 32 answers with a state are under way to one peer', async () => {
  const { links } = scene();
  for (let time = 0; time < 100; time++) links.b.deliverJson('request', { kind: 'manifest', digest: 'x' });
  expect(links.b.sentJson('request').length).toBe(32);
  await macrotask();
  links.b.deliverJson('request', { kind: 'manifest', digest: 'x' });
  expect(links.b.sentJson('request').length).toBe(33);
});

test('H5: a forged command changes nothing and is named; the 21st at once cuts its sender off', async () => {
  const { clock, links, taken, notices } = scene();
  const forged = signed(1, 'start', stranger.hostToken);
  for (let time = 0; time < forgedRule.capacity; time++) links.b.deliverJson('command', forged);
  expect([taken, links.b.isOpen, links.c.sent]).toEqual([[], true, []]);
  expect(notices[0]).toContain('the b sent a command that is not the host’s');
  await driveFor(clock, 1_000 / forgedRule.perSecond);
  links.b.deliverJson('command', forged); // one more after that time
  expect(links.b.isOpen).toBe(true);
  links.b.deliverJson('command', forged);
  expect([links.b.isOpen, links.c.isOpen]).toEqual([false, true]);
  expect(notices.at(-1)).toContain('the b keeps sending commands that are not the host’s');
});

test('H5: of commands that are held already, honest peers send many: the 401st at once is too much', () => {
  const { frames, links } = scene();
  const command = signed(1, 'start');
  frames.takeCommand(self, command);
  for (let time = 0; time < repeatedRule.capacity; time++) links.b.deliverJson('command', command);
  expect(links.b.isOpen).toBe(true);
  links.b.deliverJson('command', command);
  expect(links.b.isOpen).toBe(false);
});
