// Names at their source (H12): what travels in a ring of real messages, and what each member calls the others.
import { afterEach, expect, test, vi } from 'vitest';
import { hiddenName } from '../../base/nickname';
import { WireLink } from '../../net/link/wire-link';
import { SimulatedRing, type SimulatedReplica } from '../testing/simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  vi.restoreAllMocks();
  ring.verify();
  await ring.end();
});

const typed = ({ member }: SimulatedReplica): string => member.options.name;
const hides = ({ member }: SimulatedReplica): boolean => member.board.document.areNamesHidden === true;

async function formed(seed: number, size: number): Promise<readonly SimulatedReplica[]> {
  ring = new SimulatedRing({ seed });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  await ring.runFor(1_000);
  return replicas;
}

/** The bytes of all frames that any replica sends from now on, as text. */
function listen(): { readonly heard: (text: string) => boolean; readonly clear: () => void } {
  const sent: string[] = [];
  const { send } = WireLink.prototype;
  vi.spyOn(WireLink.prototype, 'send').mockImplementation(function (this: WireLink, ...args) {
    sent.push(Buffer.from(args[1]).toString('latin1'));
    return send.apply(this, args);
  });
  return { heard: (text) => sent.some((one) => one.includes(text)), clear: () => sent.splice(0) };
}

async function setNames(areHidden: boolean, of = ring.living): Promise<void> {
  ring.publish({ kind: 'set-names', areHidden }, of[0]);
  await ring.until('the rule', () => of.every((replica) => hides(replica) === areHidden));
}

test('H12a where names are shown, they travel, and everyone is called by them', async () => {
  const [a, b] = await formed(1, 2);
  const { heard } = listen();
  const c = ring.add();
  await ring.formed(3);
  await ring.runFor(1_000);
  expect(heard(typed(c))).toBe(true);
  for (const { member } of [a, b, c]) expect([a, b, c].map(({ id }) => member.nameOf(id))).toEqual([a, b, c].map(typed)); // prettier-ignore
});

test('H12a where names are hidden, no byte holds one: not of those who were there, and not of who comes later', async () => {
  const [a, b] = await formed(2, 2);
  await setNames(true);
  const { heard, clear } = listen();
  const c = ring.add();
  await ring.formed(3);
  await ring.runFor(3_000);
  for (const replica of [a, b, c]) {
    expect(heard(typed(replica)), typed(replica)).toBe(false);
    expect(heard(hiddenName(replica.id)), `the words of ${typed(replica)}`).toBe(true);
    for (const { member } of [a, b, c]) expect(member.nameOf(replica.id)).toBe(hiddenName(replica.id));
  }
  expect(a.notices.join()).not.toContain(typed(c));
  clear();
  await setNames(false);
  await ring.runFor(1_000);
  for (const replica of [a, b, c]) {
    expect(heard(typed(replica)), typed(replica)).toBe(true);
    for (const { member } of [a, b, c]) expect(member.nameOf(replica.id)).toBe(typed(replica));
  }
});

test('H12a a member that was away when the host hid names does not say its name when it comes back', async () => {
  const [a, b, c] = await formed(3, 3);
  ring.cut(a, c);
  ring.cut(b, c);
  await ring.until('two without the third', () => [a, b].every(({ member }) => member.membership.view?.members.length === 2)); // prettier-ignore
  await setNames(true, [a, b]);
  for (const { member, id } of [a, b]) {
    member.hub.link(c.id)?.close('lost');
    c.member.hub.link(id)?.close('lost');
  }
  await ring.until('no link', () => c.member.hub.peers().length === 0);
  expect(hides(c)).toBe(false);
  expect(c.member.membership.view?.members.length).toBe(3); // it knows of nothing
  expect(c.member.nameOf(c.id)).toBe(typed(c)); // on its own screen
  const { heard } = listen();
  ring.mend(a, c);
  ring.mend(b, c);
  await ring.formed(3);
  await ring.runFor(3_000);
  for (const replica of [a, b, c]) expect(heard(typed(replica)), typed(replica)).toBe(false);
  expect(heard(hiddenName(c.id))).toBe(true);
});

test('H12a a linked guest that claims a ring with names shown hears no typed name of whoever is outside', async () => {
  ring = new SimulatedRing({ seed: 7 });
  const guest = ring.add();
  await ring.formed(1);
  // It is linked with everyone, says that it is in a ring, and admits nobody.
  vi.spyOn(guest.member.admittance, 'mayEnter').mockReturnValue(false);
  const { heard } = listen();
  const newcomer = ring.add();
  await ring.runFor(5_000);
  expect(guest.member.hellos.of(newcomer.id)?.ring).toBeNull();
  expect(heard(typed(newcomer))).toBe(false);
  expect(newcomer.member.names.known).toBeUndefined();
});

test('H12a one member that lies about the rule takes nobody’s name away', async () => {
  const [a, b, c] = await formed(4, 3);
  vi.spyOn(c.member.hellos, 'local').mockReturnValue({ ...c.member.hellos.local(), ring: { ...c.member.hellos.local().ring!, hidesNames: true } }); // prettier-ignore
  c.member.hellos.sendToAll();
  await ring.runFor(1_000);
  expect(a.member.hellos.of(c.id)!.ring!.hidesNames).toBe(true);
  expect([a, b].map(({ member }) => member.names.announced)).toEqual([typed(a), typed(b)]);
});

test('H12 a hostile member that says a name all the same is called by its two words on every other screen', async () => {
  const [a, b, c] = await formed(5, 3);
  await setNames(true);
  vi.spyOn(c.member.hellos, 'local').mockReturnValue({ ...c.member.hellos.local(), name: 'Rude Word' });
  c.member.hellos.sendToAll();
  await ring.runFor(1_000);
  expect(a.member.hellos.of(c.id)!.name).toBe('Rude Word');
  for (const { member } of [a, b]) expect(member.nameOf(c.id)).toBe(hiddenName(c.id));
});

test('H12c of two that typed the same, the later one says a number, and keeps it when the first leaves', async () => {
  ring = new SimulatedRing({ seed: 6, nameOf: () => 'Brave Otter' });
  const [a, b] = [ring.add(), ring.add()];
  await ring.formed(2);
  await ring.runFor(1_000);
  const c = ring.add();
  await ring.formed(3);
  await ring.runFor(1_000);
  const names = (): string[][] =>
    ring.living.map(({ member }) => ring.living.map(({ id }) => member.nameOf(id)));
  const all = ['Brave Otter', 'Brave Otter 2', 'Brave Otter 3'];
  expect(names()).toEqual([all, all, all]);
  expect([a, b, c].map(({ member }) => member.names.announced)).toEqual(all);
  a.member.leave();
  await ring.until('two', () => ring.isOneRing(2));
  await ring.runFor(1_000);
  expect(names()).toEqual([all.slice(1), all.slice(1)]);
  const d = ring.add();
  await ring.formed(3);
  await ring.runFor(1_000);
  expect(d.member.names.announced).toBe('Brave Otter'); // free again
  expect(new Set(names().map((each) => each.join())).size).toBe(1);
});
