// H5: while the records show different first commands, a member sends its peers its first again, once a second.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { driveFor } from '../../base/testing/drive-clock';
import type { MemberId } from '../../membership/view';
import { newHostKeys, signCommand, type SignedCommand } from '../../net/room/signed-command';
import { digestOf, ids, recordOf } from '../testing/samples';
import { CommandShare } from './command-share';
import { HeldCommands } from './held-commands';

const random = prng('keys', 2);
const keys = newHostKeys((length) => Uint8Array.from({ length }, () => random.below(256)));
const signed = (sequence: number, kind: string): SignedCommand =>
  signCommand(keys.hostToken, 'TEST', sequence, JSON.stringify({ kind }));

function scene() {
  const clock = new ManualClock();
  const commands = new HeldCommands(keys.hostPublicKey, 'TEST');
  const sent: [MemberId, SignedCommand][] = [];
  let wakes = 0;
  const hub = {
    peers: () => [ids[1], ids[2]],
    sendJson: (to: MemberId, _: string, message: unknown) => void sent.push([to, message as SignedCommand]),
  };
  const share = new CommandShare(clock, hub, commands, () => wakes++);
  return { clock, commands, share, sent, wakes: () => wakes };
}
const alike = [1, 1, 1].map((n) => recordOf({ firstCommand: digestOf(n) }));
const different = [1, 2, 1].map((n) => recordOf({ firstCommand: digestOf(n) }));

test('H5: when all hold the same first command, nothing is sent', async () => {
  const { clock, commands, share, sent, wakes } = scene();
  commands.take(signed(1, 'start'));
  share.see(alike);
  await driveFor(clock, 5_000);
  expect([sent, wakes()]).toEqual([[], 0]);
});

test('H5: it sends the first command alone, to every peer, a second after the records differ, and looks again', async () => {
  const { clock, commands, share, sent, wakes } = scene();
  const [first, second] = [signed(1, 'start'), signed(2, 'pause')];
  commands.take(first);
  commands.take(second);
  share.see(different);
  share.see(different); // another header within the second
  await driveFor(clock, 999);
  expect(sent).toEqual([]);
  await driveFor(clock, 2);
  expect(sent).toEqual([[ids[1], first], [ids[2], first]]); // prettier-ignore
  expect(wakes()).toBe(1);
  await driveFor(clock, 5_000); // no header meanwhile, so nothing is due
  expect(sent.length).toBe(2);
  share.see(different);
  await driveFor(clock, 1_001);
  expect(sent.length).toBe(4);
});

test('H5: two commands of one sequence, of two tabs of the host, are sent together', async () => {
  const { clock, commands, share, sent } = scene();
  for (const kind of ['start', 'pause']) commands.take(signed(3, kind));
  commands.take(signed(4, 'start'));
  share.see(different);
  await driveFor(clock, 1_001);
  expect(sent.map(([, { sequence }]) => sequence)).toEqual([3, 3, 3, 3]);
  expect(new Set(sent.map(([, { body }]) => body)).size).toBe(2);
});

test('H5: a header that shows all alike within the second cancels the sending', async () => {
  const { clock, commands, share, sent, wakes } = scene();
  commands.take(signed(1, 'start'));
  share.see(different);
  await driveFor(clock, 500);
  share.see(alike);
  await driveFor(clock, 5_000);
  expect([sent, wakes()]).toEqual([[], 0]);
});
