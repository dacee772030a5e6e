// A simulated ring that a replica joins late: it learns the loss of the steps before, once, and nobody else asks.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { testConfig } from '../../testing/real-ring';
import { SimulatedRing, type SimulatedReplica } from '../../testing/simulated-ring';
import { curveMessage } from './curve-message';
import type { CurvePoint } from './loss-curve';

function framesOf({ member }: SimulatedReplica): number {
  const counts = member.hub.log!.counts().filter(({ type }) => type === 'curve');
  return counts.reduce((sum, { count }) => sum + count, 0);
}

test('T16 who joins late learns the loss of every step before, from one member', async () => {
  const ring = new SimulatedRing({ seed: 9, config: { ...testConfig, steps: 100_000 }, computeMs: () => 90 });
  const [first, second] = [ring.add(), ring.add()];
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('150 steps', () => first.steps.length >= 150);
  expect([first, second].map(framesOf)).toEqual([0, 0]);
  const late = ring.add();
  const heard: (readonly CurvePoint[])[] = [];
  late.member.curves.on('earlier', (points) => heard.push(points));
  await ring.until('the curve comes', () => heard.length > 0);
  const [points] = heard;
  const [{ step: own }] = late.steps;
  expect(own).toBeGreaterThan(150);
  expect(points.every(({ step }) => step < own)).toBe(true);
  let from = 0;
  for (const { step, loss, examples, atMs } of points) {
    const of = first.steps.slice(from, step);
    expect(loss).toBeCloseTo(of.reduce((sum, one) => sum + one.loss, 0) / of.length, 9);
    expect(examples).toBe(of.at(-1)!.examplesTotal);
    expect(Math.abs(atMs - of.at(-1)!.atMs)).toBeLessThan(200);
    from = step;
  }
  expect(own - from).toBeLessThanOrEqual(3);
  const { length } = late.steps;
  await ring.until('ten more steps', () => late.steps.length >= length + 10);
  expect([heard.length, framesOf(late), framesOf(second)]).toEqual([1, 2, 0]);
  expect(late.member.curves.curve.points[0].step).toBeLessThan(5);
  ring.verify();
  await ring.end();
});

test('T16 a malformed curve is refused', () => {
  const point = [12, 0.5, 100, 64];
  const curve = { kind: 'curve', run: 1, points: [point] };
  const isTaken = (message: unknown): boolean => v.is(curveMessage, JSON.parse(JSON.stringify(message)));
  expect([isTaken(curve), isTaken({ ...curve, points: [] }), isTaken({ kind: 'ask', run: 1 })]).toEqual([
    true,
    true,
    true,
  ]);
  for (const points of [
    Array.from({ length: 97 }, (_, at) => [at + 1, 0.5, 100, 64]),
    [point, point], // no step after another
    [point.with(0, 0)],
    [point.with(0, 1.5)],
    [[12, null, 100, 64]],
    [point.with(2, -1)],
    [point.with(3, -1)],
    [[...point, 0]],
  ])
    expect(isTaken({ ...curve, points }), JSON.stringify(points)).toBe(false);
});
