// The host's commands leave its page numbered above all that the ring has applied, and with what screens do not know.
import { expect, test } from 'vitest';
import { hostKeysFromToken, newHostKeys, verifyCommand } from '../../net/room/signed-command';
import type { RingCommand } from '../protocol';
import { CommandSigner } from './command-signer';
import { ObservedAnswers } from './observed-answers';

const code = 'ABC234';
const { hostToken } = newHostKeys();
const { hostPublicKey } = hostKeysFromToken(hostToken)!;
const [ada, otter, stranger] = ['a', 'b', 'c'].map((digit) => digit.repeat(16)) as [string, string, string];
const passes = new Map([
  [ada, 'pass of Ada'],
  [otter, 'pass of Otter'],
]);

interface Scene {
  readonly epochMs: number;
  readonly applied?: number;
  readonly members?: readonly string[];
  readonly question?: unknown;
}

function signerIn(scene: Scene): { readonly signer: CommandSigner; readonly observed: ObservedAnswers } {
  const observed = new ObservedAnswers();
  const member = {
    passes: { of: (peer: string) => passes.get(peer) },
    membership: { view: { members: scene.members ?? [] } },
    get state() {
      return { appliedCommand: scene.applied ?? 0 };
    },
    board: { document: { question: scene.question } },
  };
  const clock = { epochMs: () => scene.epochMs };
  const signer = new CommandSigner(code, member as never, clock as never, observed);
  return { signer, observed };
}

function bodyOf(signer: CommandSigner, command: RingCommand): unknown {
  return JSON.parse(signer.sign(hostToken, command).body);
}

test('a host whose clock is slow still signs commands that every member accepts', () => {
  const applied = 1_700_000_000_000;
  const { signer } = signerIn({ epochMs: 5, applied });
  const envelope = signer.sign(hostToken, { kind: 'pause' });
  expect(envelope.sequence).toBe(applied + 1);
  expect(verifyCommand(envelope, hostPublicKey, code, applied)).toMatchObject({ ok: true });
});

test('sequences rise while the clock stands still, turns back, and after a reload of the page', () => {
  const scene = { epochMs: 1_000 };
  const { signer } = signerIn(scene);
  const sequences = [signer.nextSequence(), signer.nextSequence()];
  scene.epochMs = 10;
  sequences.push(signer.nextSequence());
  expect(sequences).toEqual([1_000, 1_001, 1_002]);
  // A reloaded page knows nothing of the last one; its clock has gone on.
  expect(signerIn({ epochMs: 2_000 }).signer.nextSequence()).toBe(2_000);
});

test('who is kicked or let in changes the door by its pass, if the host knows it', () => {
  const { signer } = signerIn({ epochMs: 1 });
  expect(bodyOf(signer, { kind: 'kick', peer: ada })).toEqual({ kind: 'kick', peer: ada });
  expect(signer.edit({ kind: 'kick', peer: ada })).toEqual({ kind: 'dismiss', pass: 'pass of Ada' });
  expect(signer.edit({ kind: 'let-in', peer: otter })).toEqual({ kind: 'admit', pass: 'pass of Otter' });
  expect(signer.edit({ kind: 'kick', peer: stranger })).toBeUndefined();
  expect(signer.edit({ kind: 'start' })).toBeUndefined();
});

test('a door that is set names those inside by their passes', () => {
  const { signer } = signerIn({ epochMs: 1, members: [ada, stranger, otter] });
  expect(signer.edit({ kind: 'set-door', door: 'asks' })).toEqual({
    ...{ kind: 'set-door', door: 'asks' },
    inside: ['pass of Ada', 'pass of Otter'],
  });
});

test('a question is closed and revealed with the answers of those who watch', () => {
  const question = { number: 3, closed: undefined };
  const { signer, observed } = signerIn({ epochMs: 1, question });
  observed.take(
    'connection',
    { by: 'device', change: 1, question: 3, value: 0.5 } as never,
    question as never,
  );
  for (const kind of ['close-question', 'reveal'] as const)
    expect(signer.edit({ kind, question: 3, measured: 1 })).toMatchObject({ kind, observed: [0.5] });
});
