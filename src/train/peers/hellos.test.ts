// H6, S4, S6: what a replica learns from its peers' hellos, and what its own hello says.
import { say } from '../../base/sayings';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { macrotask } from '../../base/testing/drive-clock';
import { fromUtf8 } from '../../base/bytes';
import { moonsRun } from '../testing/moons-run';
import { HandLink } from '../testing/hand-link';
import { helloOf, ids, ringOf, viewOf } from '../testing/samples';
import type { Hello } from './hello';
import { Hellos } from './hellos';
import { Hub, type Arrived } from './hub';

const [self, b, c, d] = ids;
const config = moonsRun([4]);
const plan = '1'.repeat(16);

function scene(own: Partial<Hello> = {}) {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const said: Hello[] = [helloOf(own)];
  const hellos = new Hellos(hub, () => said.at(-1)!);
  const answers: unknown[] = [];
  const take = ({ from, frame }: Arrived): void => void answers.push(hellos.take(from, frame));
  hub.handle('hello', take);
  const links = new Map<string, HandLink>();
  const link = (peer: string): HandLink => {
    const made = new HandLink(clock);
    links.set(peer, made);
    hub.add(peer, made);
    return made;
  };
  /** A linked peer with this hello. */
  const peer = (id: string, hello: Partial<Hello>): HandLink => {
    const of = links.get(id) ?? link(id);
    of.deliverJson('hello', helloOf(hello));
    return of;
  };
  return { hub, hellos, said, answers, link, peer };
}

test('a hello goes out when a link opens, and again to all only when it has changed', () => {
  const { hellos, said, link } = scene();
  const first = link(b);
  expect(first.sentJson('hello')).toEqual([helloOf()]);
  hellos.sendToAll();
  expect(first.sentJson('hello').length).toBe(2); // never sent to all before
  hellos.sendToAll();
  expect(first.sentJson('hello').length).toBe(2);
  said.push(helloOf({ wantsIn: true }));
  const second = link(c);
  hellos.sendToAll();
  for (const { sent } of [first, second])
    expect(JSON.parse(fromUtf8(sent.at(-1)!.payload))).toEqual(helloOf({ wantsIn: true }));
});

test('H9: another protocol, another plan of the same run, or no hello at all is refused by its name', () => {
  const { answers, hellos, peer } = scene({ config, plan });
  peer(b, { protocol: 1 });
  peer(c, { config, plan: '2'.repeat(16) });
  peer(d, { name: 7 as unknown as string });
  expect(answers.map((answer) => (answer as { error?: { code: string } }).error?.code)).toEqual([
    'wrong-version',
    'wrong-config',
    'malformed',
  ]);
  expect((answers[2] as { error: { says?: unknown } }).error.says).toMatchObject(say('hello-malformed'));
  expect([hellos.of(b), hellos.of(d)]).toEqual([undefined, undefined]);
  // The plan of another run does not matter.
  peer(ids[4], { config: moonsRun([8]), plan: '2'.repeat(16) });
  expect(answers.at(-1)).toMatchObject({ ok: true });
});

test('H6: a candidate asks for admission, is linked, is outside the view, and has this configuration and plan', async () => {
  const { hellos, peer } = scene({ config, plan });
  const asks = { config, plan, wantsIn: true };
  for (const id of [d, c, b]) peer(id, asks);
  peer(ids[4], { ...asks, wantsIn: false });
  peer(ids[5], { ...asks, config: moonsRun([8]) });
  peer(ids[6], { ...asks, plan: '2'.repeat(16) });
  const left = peer(ids[7], asks);
  left.lose();
  expect(hellos.candidates(viewOf([self, c]))).toEqual([b, d]);
  await macrotask();
  expect(hellos.of(ids[7])).toBeUndefined();
});

test('H6, H10: turned away when every linked sponsor names it as kicked, not when one does not', () => {
  const { hellos, peer } = scene();
  const sponsors = [b, c];
  expect(hellos.isTurnedAway(self)).toBe(false); // no sponsor is known
  peer(b, { ring: ringOf({ sponsors, kicked: [self] }) });
  expect(hellos.isTurnedAway(self)).toBe(true);
  peer(d, { ring: ringOf({ sponsors, kicked: [] }) }); // a member, but not a sponsor
  expect(hellos.isTurnedAway(self)).toBe(true);
  peer(c, { ring: ringOf({ sponsors, kicked: [] }) });
  expect(hellos.isTurnedAway(self)).toBe(false);
});

test('S4: the ring to join is the one with the most examples, of those whose configuration is known', () => {
  const { hellos, peer } = scene();
  expect(hellos.ring()).toBeUndefined();
  peer(b, { config, ring: ringOf({ examples: 10 }) });
  peer(c, { config, ring: ringOf({ lineage: 'fedcba98', examples: 20 }) });
  peer(d, { config: null, ring: ringOf({ examples: 30 }) });
  expect(hellos.ring()?.ring?.lineage).toBe('fedcba98');
});

test('S6: the latest run of a lineage is remembered when its peers are gone; a number beyond 2³² is ignored', async () => {
  const { hellos, peer } = scene();
  const link = peer(b, { ring: ringOf({ run: 4 }) });
  peer(b, { ring: ringOf({ run: 3 }) });
  peer(c, { ring: ringOf({ run: 2 ** 32 + 1 }) });
  link.lose();
  await macrotask();
  expect([hellos.of(b), hellos.lastRun('01234567'), hellos.lastRun('fedcba98')]).toEqual([undefined, 4, 0]);
});

test('S6: at most 16 lineages are remembered: the one named longest ago is forgotten', () => {
  const { hellos, peer } = scene();
  const lineage = (n: number): string => n.toString(16).padStart(8, '0');
  for (let n = 0; n < 16; n++) peer(b, { ring: ringOf({ lineage: lineage(n), run: n + 1 }) });
  peer(b, { ring: ringOf({ lineage: lineage(0), run: 1 }) });
  peer(b, { ring: ringOf({ lineage: lineage(16), run: 17 }) });
  expect([0, 1, 2, 16].map((n) => hellos.lastRun(lineage(n)))).toEqual([1, 0, 3, 17]);
});
