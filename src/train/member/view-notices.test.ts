// Who came and who went is said by name, and why, in the log of everyone who stays.
import { afterEach, expect, test } from 'vitest';
import { hiddenName } from '../../base/nickname';
import { SimulatedRing, type SimulatedReplica } from '../testing/simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

async function formed(seed: number, size: number): Promise<readonly SimulatedReplica[]> {
  ring = new SimulatedRing({ seed });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  return replicas;
}

/** Each of `replicas` says it, exactly once. */
async function expectSaid(text: string, replicas: readonly SimulatedReplica[]): Promise<void> {
  const count = ({ notices }: SimulatedReplica): number =>
    notices.filter((notice) => notice.replace(/^\d+ /, '') === text).length;
  await ring.until(text, () => replicas.every((replica) => count(replica) > 0));
  await ring.runFor(3_000);
  for (const replica of replicas) expect(count(replica), replica.member.options.name).toBe(1);
}

test('one that says goodbye left', async () => {
  const [a, b, c, d] = await formed(1, 4);
  c.member.leave();
  await expectSaid('replica 2 left the ring', [a, b, d]);
});

test.each([true, false])('one that was killed is gone; its links close at once: %s', async (notice) => {
  const [a, b, c] = await formed(2, 3);
  ring.kill(b, { notice });
  await expectSaid('replica 1 is gone: no answer any more', [a, c]);
});

test('one that the host removed was removed by the host', async () => {
  const [a, b, c] = await formed(3, 3);
  ring.submit({ kind: 'kick', peer: c.id });
  await expectSaid('replica 2 was removed by the host', [a, b]);
});

test('one that comes joined; it says whom it found', async () => {
  const [a, b] = await formed(4, 2);
  const newcomer = ring.add();
  // The newcomer’s typed name comes from inside the view only (H12a).
  await expectSaid(`${hiddenName(newcomer.id)} joined the ring`, [a, b]);
  await expectSaid('in the ring with replica 0, replica 1', [newcomer]);
});

test('those who go on by the host’s word say without whom', async () => {
  const [a, b, ...others] = await formed(5, 5);
  for (const replica of others) ring.kill(replica);
  await ring.until('no quorum', () => [a, b].every(({ member }) => member.phase.kind === 'no-quorum'));
  const { lineage, generation } = a.member.membership.view!;
  ring.submit({ kind: 'go-on-with', lineage, generation, peers: [a.id, b.id] });
  await expectSaid('goes on without replica 3, replica 2, replica 4, as a lineage of its own', [a, b]);
});

test('a step that is retried names who did not answer, not an id', async () => {
  const [a, b, c] = await formed(6, 3);
  ring.submit({ kind: 'pause' });
  ring.cut(a, c);
  ring.cut(b, c);
  await ring.until('a retry', () => a.notices.concat(b.notices, c.notices).some((text) => text.includes('step retried'))); // prettier-ignore
  for (const { notices } of [a, b, c]) for (const text of notices) expect(text).not.toMatch(/[0-9a-f]{16}/);
});
