// H13, H15: who hosts, and the end of the room, on whole replicas. What the host says of both is in the room's document; only
// from which decision on another one's commands count is in the run.
import { afterEach, expect, test } from 'vitest';
import { signCommand } from '../../net/room/signed-command';
import { untilPausedMs } from '../member/room-end';
import { nobodyLeftMs } from '../member/seek-admission';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

async function running(size: number): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({ seed: 5, config: { ...testConfig, steps: 1e6 }, computeMs: () => 100 });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await ring.until('three steps', () => replicas.every(({ steps }) => steps.length >= 3));
  return replicas;
}

const isHostAt =
  (key: string) =>
  ({ member }: SimulatedReplica): boolean =>
    member.state?.room?.host === key;
const isPaused = ({ member }: SimulatedReplica): boolean => member.state?.status === 'paused';
const hasLeft = ({ member }: SimulatedReplica): boolean =>
  member.phase.kind === 'left' && member.phase.why?.code === 'room-ended';
const holdsNoCommand = ({ member }: SimulatedReplica): boolean => member.commands.commands.length === 0;
const isSigned =
  (key: string) =>
  ({ member }: SimulatedReplica): boolean => {
    const { heir, edition } = member.board;
    return heir === null && 'by' in edition && edition.by === key;
  };

async function takenOver(by: SimulatedReplica): Promise<ReturnType<SimulatedRing['offerHosting']>> {
  const keys = ring.offerHosting(by);
  await ring.until('the new host', () => ring.living.every(isHostAt(keys.hostPublicKey)));
  await ring.until('the room as the new host signed it', () =>
    ring.living.every(isSigned(keys.hostPublicKey)),
  );
  return keys;
}

test('H15: the heir takes over; the ring follows its commands and the former host’s no more', async () => {
  const replicas = await running(3);
  const { hostPublicKey } = await takenOver(replicas[1]);
  expect(replicas[0].member.state?.status).toBe('running');
  const refused = replicas[0].notices.length;
  for (let n = 0; n < 30; n++) {
    const command = { kind: 'set-learning-rate', learningRate: 0.5 };
    replicas[0].member.submit(ring.sign(JSON.stringify(command)));
  }
  ring.submit({ kind: 'pause' }, replicas[1]);
  await ring.until('the pause', () => replicas.every(isPaused));
  expect(replicas[0].member.state?.room).toEqual({ host: hostPublicKey });
  expect(replicas[0].member.state?.learningRate).not.toBe(0.5);
  expect(replicas[0].notices.slice(refused).join()).toContain('not the host’s');
  expect(replicas.every(holdsNoCommand)).toBe(true);
  // The room's document as well: what the former host signs later counts nowhere.
  const later = ring.signDocument({ shows: 'loss', isEnded: true }, 1e6);
  for (const { id } of replicas.slice(1))
    replicas[0].member.hub.sendJson(id, 'room', { kind: 'document', envelope: later });
  await ring.runFor(5_000);
  expect(replicas.some(hasLeft)).toBe(false);
});

test('H15: hosting moves on from heir to heir, and an earlier heir has no say', async () => {
  const replicas = await running(4);
  const first = await takenOver(replicas[1]);
  ring.submit({ kind: 'pause' }, replicas[1]);
  await ring.until('the pause', () => replicas.every(isPaused));
  const second = ring.offerHosting(replicas[2], replicas[1]);
  await ring.until('the next host', () => replicas.every(isHostAt(second.hostPublicKey)));
  const again = { kind: 'take-over', host: first.hostPublicKey };
  replicas[1].member.submit(ring.sign(JSON.stringify(again), first.hostToken));
  await ring.runFor(5_000);
  expect(replicas.every(isHostAt(second.hostPublicKey))).toBe(true);
  ring.submit({ kind: 'start' }, replicas[2]);
  await ring.until('the start', () => replicas.every(({ member }) => member.state?.status === 'running'));
});

test('H15: an offer that was taken back is none, and other commands go on', async () => {
  const replicas = await running(3);
  const cut = replicas[2];
  // The heir is away while the offer stands.
  for (const other of replicas.slice(0, 2)) ring.cut(other, cut);
  await ring.until('a ring of two', () => replicas[0].member.membership.view?.members.length === 2);
  const keys = ring.offerHosting(cut);
  await ring.until('the offer', () => replicas[1].member.board.heir === keys.hostPublicKey);
  ring.publish({ kind: 'hand-over', heir: null });
  await ring.until('no offer', () => replicas[1].member.board.heir === null);
  for (const other of replicas.slice(0, 2)) ring.mend(other, cut);
  await ring.until('a ring of three', () => ring.isOneRing(3));
  const takeOver = { kind: 'take-over', host: keys.hostPublicKey };
  cut.member.submit(ring.sign(JSON.stringify(takeOver), keys.hostToken));
  ring.submit({ kind: 'pause' });
  await ring.until('the pause', () => replicas.every(isPaused));
  expect(replicas.map(({ member }) => member.state?.room)).toEqual([undefined, undefined, undefined]);
  expect(replicas.every(holdsNoCommand)).toBe(true);
});

test('H15: the host is gone for good; who comes by its link hosts, and newcomers and who was cut off learn it', async () => {
  const [host, second, third, cut] = await running(4);
  for (const other of [host, second, third]) ring.cut(other, cut);
  await ring.until('a ring of three', () => host.member.membership.view?.members.length === 3);
  const heir = ring.add();
  ring.cut(heir, cut);
  const keys = ring.offerHosting(heir, host);
  await ring.until('the offer', () => third.member.board.heir === keys.hostPublicKey);
  ring.kill(host);
  const rest = [second, third, heir];
  await ring.until('the new host', () => rest.every(isHostAt(keys.hostPublicKey)), 60_000);
  for (const other of rest) ring.mend(other, cut);
  const late = ring.add();
  await ring.until('a ring of five', () => ring.isOneRing(5), 60_000);
  ring.submit({ kind: 'pause' }, heir);
  const all = [...rest, cut, late];
  await ring.until('the pause', () => all.every(isPaused));
  await ring.until('the room as the new host signed it', () => all.every(isSigned(keys.hostPublicKey)));
});

test('H13: the host ends the room: all keep one state, leave, and nobody begins it again', async () => {
  const replicas = await running(3);
  const late = ring.add(); // asks for admission meanwhile
  ring.endRoom();
  await ring.until('all to leave', () => [...replicas, late].every(hasLeft));
  await ring.runFor(nobodyLeftMs + untilPausedMs);
  expect([...replicas, late].every(hasLeft)).toBe(true);
  const held = replicas.map(({ member }) => member.replica.held!);
  expect(new Set(held.map(({ digest }) => digest)).size).toBe(1);
  expect(held[0].state.status).toBe('paused');
});

test('H13: a member that was away learns of the end when it is linked again', async () => {
  const [a, b, c, away] = await running(4);
  const keys = await takenOver(b);
  for (const other of [a, b, c]) ring.cut(other, away);
  await ring.until('a ring of three', () => a.member.membership.view?.members.length === 3);
  ring.endRoom(b);
  await ring.until('the end at another member', () => a.member.board.isEnded);
  ring.mend(a, away);
  await ring.until('all to leave', () => [a, b, c, away].every(hasLeft), 30_000);
  expect(away.member.board.edition).toMatchObject({ by: keys.hostPublicKey });
});

test('H13: a member without a quorum cannot apply the pause, and leaves all the same', async () => {
  const replicas = await running(3);
  for (const gone of replicas.slice(1)) ring.kill(gone);
  await ring.until('no quorum', () => replicas[0].member.phase.kind === 'no-quorum');
  ring.endRoom();
  await ring.until('it to leave', () => replicas[0].member.phase.kind === 'left');
});

test('H13: nobody but the host ends the room', async () => {
  const replicas = await running(3);
  const { hostToken } = await takenOver(replicas[1]);
  const [hostile, ...others] = replicas;
  const body = JSON.stringify({ kind: 'end' });
  for (const { id } of others)
    hostile.member.hub.sendJson(id, 'command', signCommand(hostToken, 'TEST', 1e6, body)); // no command
  hostile.member.board.edit({ kind: 'end' }, { hostToken: ring.hostToken, nextVersion: () => 1e6 });
  await ring.runFor(1_000);
  expect(replicas.some(({ member }) => member.isOver || member.board.isEnded)).toBe(false);
});
