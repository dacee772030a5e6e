import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { newHostKeys, signCommand } from '../../net/room/signed-command';
import { HeldCommands, mostHeld } from './held-commands';
import { testConfig } from '../testing/real-ring';

const random = prng('keys', 1);
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));
const host = newHostKeys(bytes);
const stranger = newHostKeys(bytes);
const signed = (sequence: number, body: unknown, token = host.hostToken, code = 'TEST') =>
  signCommand(token, code, sequence, typeof body === 'string' ? body : JSON.stringify(body));
const slow = { bitsPerSecond: 5e6, delayMs: 40, jitterMs: 0, loss: 0 };
const held = (): HeldCommands => new HeldCommands(host.hostPublicKey, 'TEST');

test('genuine commands are held in order, with their envelopes to pass on', () => {
  const commands = held();
  const envelopes = [
    signed(1, { kind: 'start' }),
    signed(2, { kind: 'set-learning-rate', learningRate: 0.5 }),
    signed(7, { kind: 'configure', config: testConfig }),
  ];
  for (const envelope of envelopes) expect(commands.take(envelope).ok).toBe(true);
  expect(commands.commands.map(({ sequence, command }) => `${sequence} ${command.kind}`)).toEqual([
    '1 start',
    '2 set-learning-rate',
    '7 configure',
  ]);
  expect(commands.envelopes).toEqual(envelopes);
});

test('H21: what a decision applied that did not happen is held again; H27: so is the last one where all had applied it', () => {
  for (const isSettled of [false, true]) {
    const commands = held();
    const [one, two] = [signed(4, { kind: 'start' }), signed(5, { kind: 'pause' })];
    for (const each of [one, two]) commands.take(each);
    commands.follow(4);
    commands.follow(5);
    expect([commands.envelopes, commands.known]).toEqual([[], 0]);
    if (isSettled) commands.settle();
    expect(commands.known).toBe(isSettled ? 5 : 0);
    commands.follow(3);
    expect(commands.envelopes).toEqual(isSettled ? [two] : [one, two]);
    expect(commands.known).toBe(isSettled ? 5 : 0);
  }
});

test('H27: 128 commands are held; of more a replica that follows no state keeps the newest, another one the oldest', () => {
  for (const isFollowing of [false, true]) {
    const commands = held();
    if (isFollowing) commands.follow(0);
    for (let sequence = 1; sequence <= 200; sequence++) commands.take(signed(sequence, { kind: 'start' }));
    const sequences = commands.commands.map(({ sequence }) => sequence);
    expect([sequences.length, sequences[0]]).toEqual([mostHeld, isFollowing ? 1 : 73]);
    expect(commands.take(signed(isFollowing ? 201 : 72, { kind: 'start' })).ok).toBe(false);
  }
});

test('a command that is held or applied is refused and changes nothing; a late command takes its place in the order', () => {
  const commands = held();
  const [first, second, third] = [1, 2, 3].map((sequence) => signed(sequence, { kind: 'start' }));
  commands.follow(1);
  expect(commands.fingerprint).toBe('0'.repeat(16));
  expect(commands.take(third).ok).toBe(true);
  const { fingerprint } = commands;
  for (const refused of [third, first])
    expect(commands.take(refused)).toMatchObject({ ok: false, error: { code: 'replayed' } });
  // The same signature, written otherwise; bytes that are not a command.
  for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    expect(commands.take({ ...third, signature: third.signature.slice(0, -1) + last }).ok).toBe(false);
  for (const refused of [undefined, null, 7, {}])
    expect(commands.take(refused)).toMatchObject({ ok: false, error: { code: 'malformed' } });
  expect(commands.commands.length).toBe(1);
  expect(commands.fingerprint).toBe(fingerprint);
  expect(commands.take(second).ok).toBe(true);
  expect(commands.envelopes).toEqual([second, third]);
  const other = held();
  // The first alone counts: later commands change nothing.
  for (const envelope of [second, third]) {
    other.take(envelope);
    expect(other.fingerprint).toBe(commands.fingerprint);
  }
  expect(other.fingerprint).not.toBe(fingerprint);
});

test('two commands of one sequence, from two tabs of the host: all hold both, in the same order', () => {
  const both = [signed(5, { kind: 'pause' }), signed(5, { kind: 'start' })];
  const [a, b] = [held(), held()];
  for (const envelope of both) a.take(envelope);
  for (const envelope of both.toReversed()) b.take(envelope);
  expect(a.commands.length).toBe(2);
  expect(b.envelopes).toEqual(a.envelopes);
  expect(b.fingerprint).toBe(a.fingerprint);
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
    [
      signed(1, { kind: 'set-network', network: { everyEdge: { ...slow, delayMs: 1e9 }, edges: [] } }),
      'malformed',
    ],
    [
      signed(1, { kind: 'set-network', network: { everyEdge: slow, edges: Array(65).fill(slow) } }),
      'malformed',
    ],
  ] as const;
  for (const [envelope, code] of cases)
    expect(commands.take(envelope), JSON.stringify(envelope)).toMatchObject({ ok: false, error: { code } });
  // None of them keeps the genuine one out.
  expect(commands.take(genuine).ok).toBe(true);
});

test('a flood of forgeries leaves nothing behind', () => {
  const commands = held();
  for (let i = 1; i <= 30; i++)
    commands.take({ code: 'TEST', sequence: i * 1e6, body: '{"kind":"stop"}', signature: 'A'.repeat(86) });
  expect(commands.commands).toEqual([]);
});

test('applied commands are forgotten, but stay refused', () => {
  const commands = held();
  for (let i = 1; i <= 4; i++) commands.take(signed(i, { kind: 'start' }));
  commands.follow(3);
  expect(commands.commands.map(({ sequence }) => sequence)).toEqual([4]);
  expect(commands.take(signed(2, { kind: 'stop' })).ok).toBe(false);
  // A state fetched from others is ahead of every command sent here.
  commands.follow(10);
  expect(commands.commands).toEqual([]);
  expect(commands.take(signed(9, { kind: 'stop' })).ok).toBe(false);
  // The state of another lineage, which has applied fewer.
  commands.follow(8);
  expect(commands.take(signed(9, { kind: 'stop' })).ok).toBe(true);
});

test('H15: a take-over counts while the host names its heir; then the former host’s held commands are dropped', () => {
  const [next, other] = [newHostKeys(bytes), newHostKeys(bytes)];
  const key = next.hostPublicKey;
  let heir: string | null | undefined;
  const commands = new HeldCommands(host.hostPublicKey, 'TEST', () => heir);
  const byHeir = (sequence: number, body: unknown): string =>
    refusal(commands.take(signed(sequence, body, next.hostToken)));
  const takeOver = { kind: 'take-over', host: key };
  for (heir of [undefined, null, other.hostPublicKey])
    expect(byHeir(2, takeOver), 'not named, or not yet').toBe('replayed');
  heir = key;
  expect(byHeir(2, { kind: 'start' })).toBe('bad-signature');
  expect(byHeir(2, { kind: 'take-over', host: host.hostPublicKey })).toBe('replayed');
  expect(refusal(commands.take(signed(2, takeOver))), 'by the host itself').toBe('bad-signature');
  expect(byHeir(2, takeOver)).toBe('taken');
  expect(refusal(commands.take(signed(3, { kind: 'pause' })))).toBe('taken'); // the host still
  const { fingerprint } = commands;
  for (heir of [null, other.hostPublicKey]) {
    expect(
      commands.commands.map(({ sequence }) => sequence),
      'taken back',
    ).toEqual([3]);
    expect(commands.fingerprint).not.toBe(fingerprint);
    expect(byHeir(2, takeOver), 'it is known').toBe('replayed');
  }
  heir = key;
  expect(commands.fingerprint).toBe(fingerprint);
  commands.follow(2, key);
  expect(commands.commands).toEqual([]);
  expect(refusal(commands.take(signed(4, { kind: 'pause' })))).toBe('bad-signature');
  expect(byHeir(4, { kind: 'pause' })).toBe('taken');
  // That decision did not happen, and the new host has signed the room already: the take-over may still come.
  heir = undefined;
  commands.follow(1);
  const kinds = (): string[] => commands.commands.map(({ command }) => command.kind);
  expect(kinds(), 'H15c: the host’s, though it did not host when it came').toEqual(['take-over', 'pause']);
  heir = null; // the host named nobody later
  expect(kinds()).toEqual(['pause']);
});

function refusal(taken: ReturnType<HeldCommands['take']>): string {
  return taken.ok ? 'taken' : taken.error.code;
}
