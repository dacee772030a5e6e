// H16 on whole replicas: the host asks, members answer, and what they answered outlives them.
import { afterEach, expect, test } from 'vitest';
import { SimulatedRing } from './simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

test('H16a: answers given in the lobby and while it trains are the same for all, also once their givers are gone', async () => {
  ring = new SimulatedRing({ seed: 5 });
  const replicas = Array.from({ length: 3 }, () => ring.add());
  await ring.formed(3);
  const asks = { kind: 'loss', step: 5, most: 1 } as const;
  ring.submit({ kind: 'ask', question: asks });
  const all = (condition: (replica: (typeof replicas)[number]) => boolean) => () =>
    ring.living.every(condition);
  await ring.until(
    'the question',
    all(({ member }) => member.state?.room?.question !== undefined),
  );
  replicas[0].member.answer(1, 0.75);
  const seen = () => replicas[2].member.trainer.records.get(replicas[0].id)?.answer;
  await ring.until('the answer at another member, in the lobby', () => seen() !== undefined);
  replicas[0].member.answer(1, 0.5); // changed
  replicas[1].member.answer(2, 0.1); // of no question
  ring.submit({ kind: 'start' });
  await ring.until(
    'steps',
    all(({ steps }) => steps.length >= 2),
  );
  replicas[2].member.answer(1, 0.1);
  await ring.until('the changed answer', () => seen()?.value === 0.5);
  await ring.until('the last answer', () => replicas[0].member.trainer.records.get(replicas[2].id)?.answer !== undefined); // prettier-ignore
  ring.submit({ kind: 'close-question' });
  const closed = { answers: [0.1, 0.5], of: 3 };
  const hold = (question: object) => all(({ member }) => JSON.stringify(member.state?.room?.question) === JSON.stringify(question)); // prettier-ignore
  await ring.until('the end of answering', hold({ number: 1, asks, closed }));
  replicas[1].member.answer(1, 0.9);
  expect(replicas[1].member.trainer.ownAnswer).toBeUndefined();
  ring.kill(replicas[0]);
  const late = ring.add();
  await ring.until('a ring of three again', () => ring.isOneRing(3));
  ring.submit({ kind: 'reveal', question: 1, measured: 0.4 });
  await ring.until('what came', hold({ number: 1, asks, closed, measured: 0.4 }));
  expect(late.member.state?.room?.question?.closed).toEqual(closed);
});
