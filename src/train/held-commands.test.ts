import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { newHostKeys, signCommand } from '../net/signed-command';
import { HeldCommands } from './held-commands';
import { testConfig } from './test-ring';

const random = prng('keys', 1);
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));
const host = newHostKeys(bytes);
const stranger = newHostKeys(bytes);
const signed = (sequence: number, body: unknown, token = host.hostToken, code = 'TEST') =>
  signCommand(token, code, sequence, typeof body === 'string' ? body : JSON.stringify(body));
const held = (): HeldCommands => new HeldCommands(host.hostPublicKey, 'TEST');

test('genuine commands are held in order, with their envelopes to pass on', () => {
  const commands = held();
  const envelopes = [
    signed(1, { kind: 'start' }),
    signed(2, { kind: 'set-learning-rate', learningRate: 0.5 }),
    signed(7, { kind: 'configure', config: testConfig }),
  ];
  for (const envelope of envelopes) expect(commands.take(envelope).ok).toBe(true);
  expect(commands.highest).toBe(7);
  expect(commands.commands.map(({ sequence, command }) => `${sequence} ${command.kind}`)).toEqual([
    '1 start',
    '2 set-learning-rate',
    '7 configure',
  ]);
  expect(commands.envelopes).toEqual(envelopes);
});

test('a replayed or reordered command is refused and changes nothing', () => {
  const commands = held();
  const first = signed(3, { kind: 'start' });
  expect(commands.take(first).ok).toBe(true);
  expect(commands.take(first)).toMatchObject({ ok: false, error: { code: 'replayed' } });
  expect(commands.take(signed(2, { kind: 'stop' }))).toMatchObject({
    ok: false,
    error: { code: 'replayed' },
  });
  expect(commands.highest).toBe(3);
  expect(commands.commands.length).toBe(1);
});

test('a stranger, another room, a changed body or sequence: refused', () => {
  const commands = held();
  const genuine = signed(1, { kind: 'pause' });
  const cases = [
    [signed(1, { kind: 'stop' }, stranger.hostToken), 'bad-signature'],
    [signed(1, { kind: 'stop' }, host.hostToken, 'OTHER'), 'wrong-room'],
    [{ ...signed(1, { kind: 'stop' }, host.hostToken, 'OTHER'), code: 'TEST' }, 'bad-signature'],
    [{ ...genuine, body: '{"kind":"stop"}' }, 'bad-signature'],
    [{ ...genuine, sequence: 2 }, 'bad-signature'],
    [{ ...genuine, signature: '!'.repeat(86) }, 'bad-signature'],
    [{ ...genuine, extra: 1 }, 'malformed'],
    [undefined, 'malformed'],
    ['start', 'malformed'],
    [signed(1, 'not json'), 'malformed'],
    [signed(1, { kind: 'format-disk' }), 'malformed'],
    [signed(1, { kind: 'start', extra: true }), 'malformed'],
    [signed(1, { kind: 'set-learning-rate', learningRate: -1 }), 'malformed'],
    [signed(1, { kind: 'configure', config: { ...testConfig, localBatch: 3 } }), 'malformed'],
    [signed(1, { kind: 'kick', peer: '__proto__' }), 'malformed'],
  ] as const;
  for (const [envelope, code] of cases)
    expect(commands.take(envelope), JSON.stringify(envelope)).toMatchObject({ ok: false, error: { code } });
  expect(commands.highest).toBe(0);
  // None of them stands in the way of the genuine one.
  expect(commands.take(genuine).ok).toBe(true);
});

test('a flood of forgeries leaves nothing behind', () => {
  const commands = held();
  for (let i = 1; i <= 30; i++)
    commands.take({ code: 'TEST', sequence: i * 1e6, body: '{"kind":"stop"}', signature: 'A'.repeat(86) });
  expect(commands.commands).toEqual([]);
  expect(commands.highest).toBe(0);
});

test('applied commands are forgotten, but stay refused', () => {
  const commands = held();
  for (let i = 1; i <= 4; i++) commands.take(signed(i, { kind: 'start' }));
  commands.forgetUpTo(3);
  expect(commands.commands.map(({ sequence }) => sequence)).toEqual([4]);
  expect(commands.take(signed(2, { kind: 'stop' })).ok).toBe(false);
  // A healed state ahead of what was ever sent here.
  commands.forgetUpTo(10);
  expect(commands.commands).toEqual([]);
  expect(commands.highest).toBe(10);
  expect(commands.take(signed(9, { kind: 'stop' })).ok).toBe(false);
  commands.forgetUpTo(2);
  expect(commands.highest).toBe(10);
});
