// H16 on whole replicas: the host asks, members answer, and what they answered outlives them. No decision of the ring
// follows from it (D1).
import { afterEach, expect, test } from 'vitest';
import { newPass } from '../../net/room/pass';
import { isNewer } from '../../room/signed-document';
import { SimulatedRing } from './simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

const asks = { kind: 'loss', step: 5, most: 1 } as const;

test('H16a: answers given in the lobby and while it trains are the same for all, also once their givers are gone', async () => {
  ring = new SimulatedRing({ seed: 5 });
  // One is of a demo, and has proved no pass.
  const replicas = [ring.add(newPass()), ring.add(), ring.add(newPass())];
  await ring.formed(3);
  ring.publish({ kind: 'ask', question: asks });
  const all = (condition: (replica: (typeof replicas)[number]) => boolean) => () =>
    ring.living.every(condition);
  await ring.until(
    'the question',
    all(({ member }) => member.board.document.question !== undefined),
  );
  replicas[0].member.board.answer(1, 0.75);
  const seen = (of: number) => replicas[(of + 2) % 3].member.board.answerOf(replicas[of].id);
  await ring.until('the answer at another member, in the lobby', () => seen(0)?.value === 0.75);
  replicas[0].member.board.answer(1, 0.5); // changed
  expect(replicas[1].member.board.answer(2, 0.1), 'to no question').toBe(false);
  ring.submit({ kind: 'start' });
  await ring.until(
    'steps',
    all(({ steps }) => steps.length >= 2),
  );
  replicas[2].member.board.answer(1, 0.1);
  await ring.until('the changed answer', () => seen(0)?.value === 0.5);
  await ring.until('the last answer', () => replicas[0].member.board.answerOf(replicas[2].id) !== undefined);
  ring.publish({ kind: 'close-question' });
  const closed = { answers: [0.1, 0.5], of: 3 };
  const hold = (question: object) =>
    all(({ member }) => JSON.stringify(member.board.document.question) === JSON.stringify(question));
  await ring.until('the end of answering', hold({ number: 1, asks, closed }));
  expect(replicas[1].member.board.answer(1, 0.9)).toBe(false);
  ring.kill(replicas[0]);
  const late = ring.add(newPass());
  await ring.until('a ring of three again', () => ring.isOneRing(3));
  ring.publish({ kind: 'reveal', question: 1, measured: 0.4 });
  await ring.until('what came', hold({ number: 1, asks, closed, measured: 0.4 }));
  expect(late.member.board.document.question?.closed).toEqual(closed);
});

test('D1: questions, answers, a lesson’s curves, the league and walls cause no decision and change no digest', async () => {
  ring = new SimulatedRing({ seed: 7 });
  const replicas = Array.from({ length: 3 }, () => ring.add(newPass()));
  await ring.formed(3);
  await ring.runFor(2_000);
  let decisions = 0;
  for (const { member } of replicas) member.trainer.on('decision', () => decisions++);
  const statesNow = () => replicas.map(({ member }) => JSON.stringify(member.replica.held!.state));
  const before = statesNow();
  const digests = new Set(replicas.map(({ member }) => member.replica.held!.digest));
  ring.publish({ kind: 'ask', question: { kind: 'lesson', lesson: 'one-model', values: {} } });
  await ring.runFor(1_000);
  for (const [at, { member }] of replicas.entries()) expect(member.board.answer(1, at)).toBe(true);
  await ring.runFor(1_000);
  ring.publish({ kind: 'close-question' });
  const curves = (done: number) => [{ upTo: done, losses: [0.7, 0.6] }];
  for (let done = 0; done < 20; done++) {
    ring.publish({ kind: 'note-lesson', question: 1, run: { done, of: 20, curves: curves(done) } });
    await ring.runFor(2_000);
  }
  ring.publish({ kind: 'set-league', target: 0.5 });
  ring.publish({ kind: 'show', picture: 'split' });
  await ring.runFor(2_000);
  for (const { member } of replicas) {
    const { question, league, shows } = member.board.document;
    expect([question?.run?.done, question?.closed?.answers, league?.target, shows]).toEqual([
      19,
      [0, 1, 2],
      0.5,
      'split',
    ]);
  }
  expect(decisions).toBe(0);
  expect(statesNow()).toEqual(before);
  expect(new Set(replicas.map(({ member }) => member.replica.held!.digest))).toEqual(digests);
});

test('D1: a ring trains to the same digests with questions and without', async () => {
  const historyOf = async (isAsked: boolean) => {
    ring = new SimulatedRing({ seed: 9, conditions: { jitterMs: 0 } });
    const replicas = Array.from({ length: 3 }, () => ring.add(newPass()));
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    for (let number = 1; number <= 5; number++) {
      if (isAsked) ring.publish({ kind: 'ask', question: asks });
      await ring.until('more steps', () => replicas.every(({ steps }) => steps.length >= 2 * number));
      if (isAsked) for (const { member } of replicas) member.board.answer(number, number);
    }
    await ring.until('its end', () => replicas.every(({ steps }) => steps.length >= ring.config.steps));
    ring.verify();
    await ring.end();
    return [...ring.history.values()];
  };
  expect(await historyOf(true)).toEqual(await historyOf(false));
});

test('D4: above 8 members, where most have no link to the host, all hold the newest document and all answers', async () => {
  ring = new SimulatedRing({ seed: 11, isSparse: true });
  const replicas = Array.from({ length: 12 }, () => ring.add(newPass()));
  await ring.formed(12);
  ring.publish({ kind: 'ask', question: asks });
  await ring.until('the question', () =>
    replicas.every(({ member }) => member.board.document.question !== undefined),
  );
  for (const [at, { member }] of replicas.entries()) member.board.answer(1, at);
  await ring.until('all answers', () =>
    replicas.every(({ member }) => replicas.every(({ id }) => member.board.answerOf(id) !== undefined)),
  );
  ring.publish({ kind: 'close-question' });
  const [first] = replicas;
  await ring.until('the end of answering', () =>
    replicas.every(
      ({ member }) =>
        member.board.document.question?.closed?.answers.length === 12 &&
        !isNewer(first.member.board.edition, member.board.edition),
    ),
  );
});

test('D2: after a reload of every page, a member that kept the room’s document brings nothing back', async () => {
  ring = new SimulatedRing({ seed: 13 });
  ring.add(newPass(), 500);
  const liar = ring.add(newPass());
  await ring.formed(2);
  const { board } = liar.member;
  const kept = ring.signDocument({ door: 'locked', admitted: [] }, 400);
  board.take(ring.replicas[0].id, { kind: 'document', envelope: kept });
  ring.replicas[0].member.board.take(liar.id, { kind: 'document', envelope: kept });
  await ring.runFor(1_000);
  expect(ring.replicas.map(({ member }) => member.board.document)).toEqual([{}, {}]);
  ring.publish({ kind: 'show', picture: 'split' });
  await ring.until('the picture', () => board.document.shows === 'split');
});
