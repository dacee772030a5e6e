// The flight record of whole replicas in one thread: it tells of membership, steps and faults, by member.
import { expect, test } from 'vitest';
import { flightRecord } from './flight-record';
import { TestRing } from '../testing/real-ring';

test('a member’s record names the others and tells of views, decisions, commands, catching up and a loss', async () => {
  const ring = new TestRing();
  const [a, b, c] = [ring.add(), ring.add(), ring.add()];
  await ring.until('three members', () => a.member.membership.view?.members.length === 3);
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => b.steps.length > 3);
  ring.kill(c);
  await ring.until('two members', () => b.member.membership.view?.members.length === 2);
  const { about, lines, frames } = flightRecord(b.member, 1_000_000);
  await ring.end();

  expect(about).toMatchObject({ self: b.id, name: 'replica 1', members: [a.id, b.id] });
  expect(Object.values(about.names as object)).toEqual(
    expect.arrayContaining(['replica 0', 'replica 1', 'replica 2']),
  );
  const of = (kind: string) => lines.filter((line) => line.kind === kind);
  expect(of('link opened').map(({ peer, link }) => [peer, link])).toEqual([
    [a.id, 'port'],
    [c.id, 'port'],
  ]);
  const taken = of('command').filter(({ refused }) => refused === undefined);
  expect(taken.map(({ command }) => command)).toEqual(['start']);
  expect(of('link closed')).toMatchObject([{ peer: c.id }]);
  expect(of('commit').map(({ step }) => step)).toEqual(b.steps.map(({ step }) => step));
  expect(of('decision').map(({ decision }) => decision)).toEqual(
    expect.arrayContaining(['catch-up', 'step']),
  );
  expect(of('catching up')).not.toEqual([]);
  for (const { behindSteps, donors } of of('catching up'))
    expect([behindSteps, donors]).toEqual([expect.any(Number), expect.any(Array)]);
  const installs = of('membership').flatMap(({ followed }) =>
    (followed as string[]).filter((effect) => effect.startsWith('install')),
  );
  expect(installs.at(-1)).toContain(`[${a.id} ${b.id}]`);
  const counted = frames.filter(({ kind, peer }) => kind === 'frames' && peer === c.id);
  expect(counted.map(({ direction, type }) => `${String(direction)} ${String(type)}`)).toEqual(
    expect.arrayContaining(['sent reduce', 'received record', 'received membership']),
  );
  expect(frames.filter(({ kind }) => kind === 'frame').length).toBeLessThanOrEqual(200);
  expect(lines.every(({ at }) => at <= 1_000_000)).toBe(true);
});
