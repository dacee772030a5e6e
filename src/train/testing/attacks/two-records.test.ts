// C16: a member shows one header record and goes by another.
import { afterAll, expect, test } from 'vitest';
import { testConfig } from '../real-ring';
import type { HeaderRecord } from '../../header/header-record';
import { sayFalsely } from './false-record';
import { attackScene, costOf, lies, type AttackScene } from './testing/scripted-records';

const rows: string[] = [];
afterAll(() => void process.stdout.write(`${rows.join('\n')}\n`));

const ways = {
  ring: { topology: 'ring' },
  star: { topology: 'star' },
  direct: { topology: 'direct' },
  gathered: { topology: 'ring', gatherBytes: 16_384 },
} as const;

const zero = (r: HeaderRecord): HeaderRecord => ({ ...r, contribution: 0 });
const behind = (r: HeaderRecord): HeaderRecord =>
  r.status === 'current' ? { ...r, status: 'catching-up', contribution: 0 } : r;
const pausing = (r: HeaderRecord): HeaderRecord => ({ ...behind(r), requestsPause: true });
const older = (r: HeaderRecord): HeaderRecord => ({
  ...r,
  version: Math.max(0, r.version - 1),
  digest: 'f00d'.repeat(4),
});
const linkless = (r: HeaderRecord): HeaderRecord => ({ ...r, lacksLink: true });
const reorder = (r: HeaderRecord): HeaderRecord => ({ ...r, requestsReorder: true });

const lieTo: Record<string, (scene: AttackScene) => void> = {
  'goes by 0 terms': ({ hostile }) => {
    const undo = keep(hostile);
    sayFalsely(hostile, undo(zero));
  },
  'goes by catching up': ({ hostile }) => {
    const undo = keep(hostile);
    sayFalsely(hostile, undo(behind));
  },
  'goes by a pause': ({ hostile }) => {
    const undo = keep(hostile);
    sayFalsely(hostile, undo(pausing));
  },
  'goes by an older state': ({ hostile }) => {
    const undo = keep(hostile);
    sayFalsely(hostile, undo(older));
  },
  'goes by a missing link': ({ hostile }) => {
    const undo = keep(hostile);
    sayFalsely(hostile, undo(linkless));
  },
  'silent in sums': ({ hostile: { member } }) => {
    const send = member.hub.send.bind(member.hub);
    member.hub.send = (to, type, bytes, signal) =>
      type === 'reduce' ? Promise.resolve() : send(to, type, bytes, signal);
  },
  'silent after the first frames': ({ hostile: { member } }) => {
    const send = member.hub.send.bind(member.hub);
    const seen = new Map<string, number>();
    let last = 0;
    member.hub.send = (to, type, bytes, signal) => {
      if (type !== 'reduce') return send(to, type, bytes, signal);
      const at = new DataView(bytes.buffer, bytes.byteOffset).getUint32(16, true);
      if (at !== last) seen.clear();
      last = at;
      const count = (seen.get(to) ?? 0) + 1;
      seen.set(to, count);
      return count > 1 ? Promise.resolve() : send(to, type, bytes, signal);
    };
  },
};
for (const [name, lie] of Object.entries({ zero, pausing, older, linkless, reorder }))
  for (const count of [1, 2])
    lieTo[`${name} to ${count}`] = ({ hostile, honest }) => {
      const told = honest.slice(0, count).map(({ id }) => id);
      lies(hostile, (record, to) => (told.includes(to) ? lie(record) : record));
    };

/** What it says to the others is what it would have said. */
function keep({ member }: AttackScene['hostile']) {
  return (change: (r: HeaderRecord) => HeaderRecord) => {
    const truth = new Map<number, HeaderRecord>();
    let latest: HeaderRecord | undefined;
    lies({ member } as never, (record) => latest ?? record);
    return (own: HeaderRecord): HeaderRecord => {
      latest = own;
      void truth;
      return change(own);
    };
  };
}

const only = process.env.LIE;
const list = Object.keys(lieTo).filter((name) => !only || new RegExp(only).test(name));
const sizes = (process.env.SIZES ?? '4').split(',').map(Number);
const chosen = (process.env.WAYS ?? 'ring,star,direct,gathered').split(',') as (keyof typeof ways)[];
const cases = list.flatMap((lie) => chosen.flatMap((way) => sizes.map((size) => [lie, way, size] as const)));

test.each(cases)(
  'C16: %s, %s, N = %i',
  async (lie, way, size) => {
    const buckets = { ...testConfig.buckets, gatherBytes: 0, ...ways[way] };
    const at = lie.startsWith('reorder') ? 0 : size - 1;
    const scene = await attackScene(size, {
      at,
      computeMs: () => 1_000,
      config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets },
    });
    const { ring, honest, hostile } = scene;
    lieTo[lie](scene);
    const cost = await costOf(scene, 70_000);
    const { name } = hostile.member.options;
    const named = cost.said.filter((text) => text.includes(name));
    const view = honest[0].member.membership.view;
    const out = honest.filter(({ id, member }) => member.isOver || !view?.members.includes(id)).length;
    const isOut = !view?.members.includes(hostile.id);
    console.info(
      `${lie}, ${way}, N = ${size}: ${cost.lostMs} ms; ${out} honest out; liar ${isOut ? 'out' : 'in'}; ` +
        (process.env.ALL ? cost.said.join(' | ') : (named.at(0) ?? 'not named')),
    );
    await ring.end();
    expect(cost.lostMs).toBeLessThan(30_000);
    expect(out).toBe(0);
  },
  120_000,
);
