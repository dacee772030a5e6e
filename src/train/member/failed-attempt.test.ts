// S8: each failure of an attempt, and its answer.
import { inEnglish } from '../../cli/english/in-english';
import type { Saying } from '../../base/sayings';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { DeadlineError } from '../../base/deadline';
import { driveFor, macrotask } from '../../base/testing/drive-clock';
import { RefusedError } from '../../collectives/offence';
import type { MembershipInput } from '../../membership/membership-state';
import type { MemberId } from '../../membership/view';
import { EngineError } from '../../model/engine';
import { LinkClosedError } from '../../net/link/link';
import { CatchUpError } from '../catch-up/manifest';
import { PrepareError } from '../context/trainer-options';
import { Hub } from '../peers/hub';
import { WithheldError } from '../reduce/withheld-error';
import { HandLink } from '../testing/hand-link';
import { ids, viewOf } from '../testing/samples';
import { failureOf } from '../loop/failure';
import { FailedAttempt } from './failed-attempt';
import type { MemberScreen } from './member-screen';

const view = viewOf(ids.slice(0, 4));
const [self, b, , d] = view.members; // b is its successor, d its predecessor
const newAttempt: MembershipInput = { kind: 'new-attempt', generation: view.generation };
const closedLink = new LinkClosedError({ code: 'lost', message: `no link to ${b}` });

function scene() {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const inputs: MembershipInput[] = [];
  const outside: string[] = [];
  const did: string[] = [];
  const notices: string[] = [];
  const stuck: MemberId[] = [];
  const end = { isOver: false };
  const parts = {
    ...{ self, clock, hub },
    members: {
      input: (input: MembershipInput) => void inputs.push(input),
      goOutside: (why: Saying) => void outside.push(inEnglish(why)),
    },
    device: {
      dropEngine: () => {
        did.push('dropped the engine');
        return Promise.resolve();
      },
    },
    recorder: { note: () => undefined },
  };
  const screen: MemberScreen = {
    nameOf: (member) => `the ${member[0]}`,
    notify: (level, says) => void notices.push(`${level}: ${inEnglish(says)}`),
    enter: (phase) => void did.push(`entered ${phase.kind}`),
    fail: (code, says) => {
      did.push(`failed ${code}: ${inEnglish(says)}`);
      end.isOver = true;
    },
  };
  const failures = new FailedAttempt(parts, screen, {
    stuck: (members) => void did.push(`found stuck ${members.join()}`),
    isOver: () => end.isOver,
  });
  const next = new AbortController();
  let isAnswered = false;
  const answer = (error: unknown): void => {
    const session = { view, signal: next.signal };
    void failures.answer(failureOf(error, stuck), session).then(() => (isAnswered = true));
  };
  const install = (): void => next.abort(new Error('generation 4 was installed'));
  const link = (peer: MemberId): HandLink => {
    const made = new HandLink(clock);
    hub.add(peer, made);
    return made;
  };
  const heard = { inputs, outside, did, notices };
  return { ...heard, clock, hub, failures, stuck, end, answer, install, link, isAnswered: () => isAnswered };
}

test('S8: what cannot be prepared here goes outside, in the phase that says why; no new attempt is asked for', async () => {
  const { answer, did, outside, inputs, isAnswered } = scene();
  const phase = { kind: 'needs-file', what: 'text', name: 'tales', sha256: '0'.repeat(64) } as const;
  answer(new PrepareError(phase, 'tales is not on this device'));
  await macrotask();
  expect(did).toEqual(['entered needs-file']);
  expect([outside, inputs]).toEqual([['the room trains on “tales”, which is not on this device'], []]);
  expect(isAnswered()).toBe(true);
});

test('S8: an engine that failed is dropped, and a new attempt asked for at once; every 5 s again until there is a view', async () => {
  const { clock, answer, install, did, inputs, isAnswered } = scene();
  answer(new EngineError('device-lost', 'gone'));
  await macrotask();
  expect([did, inputs]).toEqual([['dropped the engine'], [newAttempt]]);
  await driveFor(clock, 5_001);
  expect(inputs).toEqual([newAttempt, newAttempt]);
  expect(isAnswered()).toBe(false);
  install();
  await macrotask();
  expect(isAnswered()).toBe(true);
  await driveFor(clock, 10_000);
  expect(inputs.length).toBe(2);
});

test('S8: the fourth failure of an engine without a committed step between ends the replica', async () => {
  const { answer, failures, install, did } = scene();
  install(); // each answer returns at once
  const fail = async (): Promise<void> => {
    answer(new EngineError('aborted', 'shut down'));
    await macrotask();
  };
  for (let time = 0; time < 3; time++) await fail();
  failures.committed();
  for (let time = 0; time < 3; time++) await fail();
  expect(did).toEqual(Array(6).fill('dropped the engine'));
  await fail();
  expect(did.at(-1)).toBe('failed gpu-error: shut down');
});

test.each([
  ['a state that could not be fetched', new CatchUpError('nobody has it'), 1],
  ['a gradient withheld by this replica', new WithheldError('overflow'), 0],
  ['a part of a sum that it refused', new RefusedError(d, 'not finite'), 0],
])('S8, S11: for %s a new attempt is asked for at once; nobody was lost', async (_, error, notices) => {
  const heard = scene();
  heard.answer(error);
  await macrotask();
  expect(heard.inputs).toEqual([newAttempt]);
  expect([heard.notices.length, heard.did, heard.outside]).toEqual([notices, [], []]);
});

test('S8: a failure that membership explains within 3 s by a new view is no news', async () => {
  const { clock, answer, install, inputs, notices, isAnswered } = scene();
  answer(new Error('a sum stalled'));
  await driveFor(clock, 2_999);
  install();
  await macrotask();
  expect([isAnswered(), inputs, notices]).toEqual([true, [], []]);
});

test('S8: without a new view in 3 s it asks for one, and names members as people know them', async () => {
  const { clock, answer, inputs, notices } = scene();
  answer(new Error(`${b} sent half a record`));
  await driveFor(clock, 2_999);
  expect(inputs).toEqual([]);
  await driveFor(clock, 2);
  expect(inputs).toEqual([newAttempt]);
  expect(notices).toEqual(['warning: step retried: the b sent half a record']);
});

test('S5: members without progress while all waited are removed, and named', async () => {
  const { clock, answer, stuck, inputs, notices, did } = scene();
  stuck.push(b, d);
  answer(new DeadlineError(`the sum from ${d}`, 30_000));
  await driveFor(clock, 3_001);
  expect(inputs).toEqual([{ kind: 'kick', peers: [b, d] }, newAttempt]);
  expect(did).toEqual([`found stuck ${b},${d}`]);
  expect(notices[0]).toContain('waiting for the sum from the d (no answer from the b)');
});

test('S5: another failure removes no member, even one that was late', async () => {
  const { clock, answer, stuck, inputs, notices } = scene();
  stuck.push(b);
  answer(new Error('a sum stalled'));
  await driveFor(clock, 3_001);
  expect(inputs).toEqual([newAttempt]);
  expect(notices).toEqual(['warning: step retried: a sum stalled']);
});

test('S8: with both edges of the ring open again a new attempt is asked for at once', async () => {
  const { clock, answer, link, inputs } = scene();
  link(b);
  answer(closedLink);
  await driveFor(clock, 1_000);
  expect(inputs).toEqual([]);
  link(d);
  await macrotask();
  expect(inputs).toEqual([newAttempt]);
});

test('S8: a view that comes as the edges open again needs no new attempt', async () => {
  const { answer, install, link, inputs, notices, isAnswered } = scene();
  for (const peer of [b, d]) link(peer);
  answer(closedLink);
  install();
  await macrotask();
  expect([isAnswered(), inputs, notices]).toEqual([true, [], []]);
});

test('S8: an edge that stays away is membership’s to judge: its view comes, and nothing is asked for', async () => {
  const { clock, answer, install, link, inputs, isAnswered } = scene();
  link(b);
  answer(closedLink);
  await driveFor(clock, 3_500);
  expect(inputs).toEqual([]);
  install();
  await macrotask();
  expect([inputs, isAnswered()]).toEqual([[], true]);
});

test('S8: a replica that has ended asks no more', async () => {
  const { clock, answer, end, inputs, isAnswered } = scene();
  answer(new CatchUpError('nobody has it'));
  await macrotask();
  end.isOver = true;
  await driveFor(clock, 20_000);
  expect([inputs.length, isAnswered()]).toEqual([2, true]);
});
