// S21b, S22: where all send to all, one member spoils its part for one receiver only, again and again. It goes by name, or
// does no harm; the one that refuses its part stays. The costs are printed with their seeds.
import { afterAll, describe, expect, test, vi } from 'vitest';
import { codecNamed } from '../../../codecs/setting';
import { sourcesOf } from '../../../collectives/neighbours';
import { successorOf, type MemberId } from '../../../membership/view';
import { LocalSteps } from '../../commit/local-steps';
import type { RunConfig } from '../../run/run-config';
import { testConfig } from '../real-ring';
import { casesOf } from '../../../base/testing/every-case';
import { watchedFor } from './testing/every-case';
import { changeViews } from './testing/hostile-views';
import { attackScene, costOf, type AttackScene } from './testing/scripted-records';

const rows: string[] = [];
afterAll(() => void process.stdout.write(`${rows.join('\n')}\n`));

const ways: Readonly<Record<string, Partial<RunConfig['buckets']>>> = {
  direct: { topology: 'direct' },
  'halving-doubling': { topology: 'halving-doubling' },
  star: { topology: 'star' },
  small: { topology: 'direct', gatherBytes: 16_384 },
  sign: { codec: codecNamed('sign') },
  'top-k': { codec: codecNamed('top-k') },
  bounded: { boundedParts: true },
};
const cases = casesOf(
  Object.keys(ways).flatMap((way) => [4, 6].map((size) => [way, size] as const)),
  ([way, size]) => size === 4 && ['direct', 'star', 'sign', 'bounded'].includes(way),
);

function scene(way: string, size: number, at = size - 1): Promise<AttackScene> {
  const buckets = { ...testConfig.buckets, ...ways[way] };
  return attackScene(size, { at, config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets } });
}

const headerBytes = 40;

/** No codec takes what it sends to such a receiver: all bits are set. */
function spoil({ hostile: { member } }: AttackScene, isFor: (to: MemberId) => boolean): void {
  const send = member.hub.send.bind(member.hub);
  member.hub.send = (to, type, bytes, ...rest) =>
    type === 'reduce' && isFor(to)
      ? send(to, type, bytes.slice().fill(255, headerBytes), ...rest)
      : send(to, type, bytes, ...rest);
}

/** It accuses each member that sends to it around the ring, once in 50 steps. Its own header says the same. */
function accuseAll({ hostile: { member } }: AttackScene): void {
  const spy = vi.spyOn(LocalSteps.prototype, 'bucketTimes', 'get').mockReturnValue(undefined);
  void member.trainer.local.bucketTimes;
  const [steps] = spy.mock.contexts as unknown as LocalSteps[];
  spy.mockRestore();
  const { self } = member.options;
  const get = (): MemberId | undefined => {
    const { view } = member.membership;
    const { offences = [], step = 0 } = member.trainer.state ?? {};
    const [source] = view ? sourcesOf('ring', view, self) : [];
    const isSaid = offences.some((one) => one.member === source && one.by === self && one.step > step - 49);
    return isSaid ? undefined : source;
  };
  Object.defineProperty(steps, 'accused', { get, set: () => undefined });
}

/** An offence counts for 50 steps: they pass once, and in the long test twice. */
const watchedMs = watchedFor(30_000, 14_000);

async function outcome(what: string, attack: AttackScene, ms = watchedMs) {
  const { ring, honest, hostile } = attack;
  const before = honest[0].steps.length;
  const cost = await costOf(attack, ms);
  const steps = honest[0].steps.length - before;
  const { view } = honest[1].member.membership;
  const out = honest.filter(({ id, member }) => member.isOver || !view?.members.includes(id));
  const isOut = !view?.members.includes(hostile.id);
  const named = cost.said.filter((text) => text.includes(hostile.member.options.name));
  rows.push(
    `${what}, seed ${360 + ring.replicas.length}: ${cost.lostMs} ms without a step, ${steps} steps in ${cost.ranMs / 1000} s, ` +
      `${out.length} honest out, liar ${isOut ? 'out' : 'in'}; ${named.at(-1) ?? 'liar not named'}`,
  );
  expect(out).toHaveLength(0);
  expect(named.join()).toContain(`refused what ${hostile.member.options.name} sent`);
  expect(cost.lostMs).toBeLessThan(15_000);
  expect(steps).toBeGreaterThan((80 * cost.ranMs) / 30_000);
  await ring.end();
  return { isOut };
}

describe.each(cases)('S21b, S22: %s, N = %i', (way, size) => {
  test('spoils its part for the same receiver', async () => {
    const attack = await scene(way, size);
    const [victim] = attack.honest;
    spoil(attack, (to) => to === victim.id);
    await outcome(`same receiver, ${way}, N = ${size}`, attack);
  }, 120_000);

  test('spoils its part for whoever is its only receiver too', async () => {
    const attack = await scene(way, size);
    const { honest, hostile } = attack;
    const [victim] = honest;
    const next = (): MemberId | undefined => {
      const { view } = hostile.member.membership;
      const isRing = hostile.member.trainer.state?.offences.some((one) => one.member === hostile.id);
      return view && isRing ? successorOf(view, hostile.id) : victim.id;
    };
    spoil(attack, (to) => to === next());
    const { isOut } = await outcome(`only receiver, ${way}, N = ${size}`, attack);
    expect(isOut).toBe(true);
  }, 120_000);
});

test.each(casesOf(['direct', 'star', 'bounded'], (way) => way === 'bounded'))(
  'S21a, S22: accuses each member that sends to it, so that no order keeps all apart: %s, N = 4',
  async (way) => {
    const attack = await scene(way, 4);
    const [victim] = attack.honest;
    spoil(attack, (to) => to === victim.id);
    accuseAll(attack);
    await outcome(`same receiver, accuses all, ${way}, N = 4`, attack);
  },
  120_000,
);

test.each(casesOf(['direct', 'sign'], (way) => way === 'direct'))(
  'S21a, S22: has proposed the views, and is silent about them: %s, N = 4',
  async (way) => {
    const attack = await scene(way, 4, 0);
    const [victim] = attack.honest;
    spoil(attack, (to) => to === victim.id);
    changeViews(attack.hostile, () => undefined);
    await outcome(`same receiver, no views, ${way}, N = 4`, attack);
  },
  120_000,
);
