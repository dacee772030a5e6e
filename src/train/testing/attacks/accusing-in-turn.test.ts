// S21, S22: one member accuses the others in turn, sends parts that are not finite, or does both. It goes by name, or does no
// harm; nobody that it accused goes. The costs are printed with their seeds.
import { afterAll, expect, test, vi } from 'vitest';
import { sourcesOf, sumPathOf } from '../../../collectives/neighbours';
import type { MemberId } from '../../../membership/view';
import { LocalSteps } from '../../commit/local-steps';
import { testConfig } from '../real-ring';
import { casesOf } from '../../../base/testing/every-case';
import { attackScene, costOf, type AttackScene } from './testing/scripted-records';

const rows: string[] = [];
afterAll(() => void process.stdout.write(`${rows.join('\n')}\n`));

const ways = {
  ring: { topology: 'ring' },
  star: { topology: 'star' },
  gathered: { topology: 'ring', gatherBytes: 16_384 },
} as const;
/** A view of ten sums around the ring, whatever the topology (C2f). */
const all = [
  ['ring', 4],
  ['star', 4],
  ['gathered', 4],
  ['ring', 6],
  ['star', 6],
  ['ring', 10],
] as const;
const fours = casesOf(all, ([, size]) => size === 4);

function scene(way: keyof typeof ways, size: number, at: number): Promise<AttackScene> {
  const buckets = { ...testConfig.buckets, ...ways[way] };
  return attackScene(size, { at, config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets } });
}

async function outcome(what: string, attack: AttackScene, ms = 25_000) {
  const { ring, honest, hostile } = attack;
  const before = honest[0].steps.length;
  const cost = await costOf(attack, ms);
  const steps = honest[0].steps.slice(before);
  const present = honest.filter(({ member }) =>
    member.membership.view?.members.includes(member.options.self),
  );
  const first = honest[0].member.membership.view;
  const isOut = !first?.members.includes(hostile.id);
  const name = hostile.member.options.name;
  const named = cost.said.filter((text) => text.includes(name));
  const views = honest.map(({ member }) => member.membership.view?.generation);
  rows.push(
    `${what}, seed ${360 + ring.replicas.length}: ${cost.lostMs} ms without a step, ${steps.length} steps in ` +
      `${cost.ranMs / 1000} s, ${honest.length - present.length} honest out, liar ${isOut ? 'out' : 'in'}, ` +
      `generation ${views[0]}; ${named.at(-1) ?? 'liar not named'}`,
  );
  expect(cost.lostMs).toBeLessThan(30_000);
  for (const { member } of honest) {
    expect(member.isOver).toBe(false);
    for (const other of honest) expect(member.membership.view?.members).toContain(other.id);
  }
  expect(named.length).toBeGreaterThan(0);
  return { isOut, named, steps };
}

/** The member accuses in every record a member that sends to it, one after the other. Its own header says the same: so
 *  it decides as the others do. */
function accuseInTurn({ hostile: { member } }: AttackScene, way: keyof typeof ways): void {
  let turn = 0;
  const get = (): MemberId | undefined => {
    const { view } = member.membership;
    if (!view) return undefined;
    const path = sumPathOf({ ...testConfig.buckets, ...ways[way] }, view, 0);
    const sources = sourcesOf(path, view, member.options.self);
    return sources[turn++ % sources.length];
  };
  Object.defineProperty(stepsOf(member), 'accused', { get, set: () => undefined });
}

/** The member’s own steps, which its trainer asks. */
function stepsOf({ trainer }: AttackScene['hostile']['member']): LocalSteps {
  const spy = vi.spyOn(LocalSteps.prototype, 'bucketTimes', 'get').mockReturnValue(undefined);
  void trainer.local.bucketTimes;
  const [found] = spy.mock.contexts;
  spy.mockRestore();
  return found as unknown as LocalSteps;
}

function spoil({ hostile: { member } }: AttackScene, with_: number, times = 1e9): void {
  const send = member.hub.send.bind(member.hub);
  member.hub.send = (to, type, bytes, ...rest) => {
    if (type !== 'reduce') return send(to, type, bytes, ...rest);
    const changed = bytes.slice();
    const values = new Float32Array(changed.buffer, 40);
    for (let i = 0; i < values.length; i++) values[i] = Number.isNaN(with_) ? NaN : values[i] * times + with_;
    return send(to, type, changed, ...rest);
  };
}

test.each(fours)(
  'S21, S22: accuses all in turn, %s, N = %i',
  async (way, size) => {
    // The first member is the server of a star, the proposer of views, and more senior than all: in the short test of four.
    for (const at of casesOf([0, size - 1], (place) => place > 0 || size === 4)) {
      const attack = await scene(way, size, at);
      accuseInTurn(attack, way);
      const { isOut, named } = await outcome(`accuses in turn, ${way}, N = ${size}, rank ${at}`, attack);
      expect(isOut).toBe(true);
      expect(named.join()).toContain(`${attack.hostile.member.options.name} alone keeps refusing`);
      await attack.ring.end();
    }
  },
  120_000,
);

test.each(fours)(
  'S16, S21: each part is not finite, %s, N = %i',
  async (way, size) => {
    const attack = await scene(way, size, size - 1);
    spoil(attack, NaN);
    const { isOut } = await outcome(`sends NaN, ${way}, N = ${size}`, attack);
    expect(isOut).toBe(true);
    await attack.ring.end();
  },
  120_000,
);

test.each(fours)(
  'S16, S21: each part is an outlier and it accuses all in turn, %s, N = %i',
  async (way, size) => {
    const attack = await scene(way, size, size - 1);
    spoil(attack, 1e6);
    accuseInTurn(attack, way);
    const { isOut } = await outcome(`sends outliers and accuses, ${way}, N = ${size}`, attack);
    expect(isOut).toBe(true);
    await attack.ring.end();
  },
  120_000,
);
