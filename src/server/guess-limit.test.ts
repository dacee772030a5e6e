// R4: wrong codes are charged to their address and to the whole server, whatever message names them. Right codes cost
// nothing.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../base/clock';
import { drawCode } from '../base/room-code';
import { protocolVersion } from '../net/room/room-messages';
import { codeQuestion, GuessLimit } from './guess-limit';
import { addressGuessRule, cleanAddressGuesses, totalGuessRule } from './limits';
import { step } from './rooms';
import { defaultLimits, RoomsState, type RoomMessage } from './rooms-state';
import { ask, codeOf, description, joinMessage, TestServer } from './testing/test-server';

const lookUpMessage = (code: string) => ({ kind: 'look-up', protocolVersion, code }) as const;

describe('the budget', () => {
  const right = { doesExist: true } as const;
  const wrong = { doesExist: false } as const;
  const spend = (limit: GuessLimit, address: string, count: number): number => {
    let asked = 0;
    for (; asked < count && limit.mayAsk(address); asked++) limit.charge(address, wrong);
    return asked;
  };

  it('R4 allows 300 wrong codes from an address at once, then one in two seconds', () => {
    const clock = new ManualClock();
    const limit = new GuessLimit(clock);
    expect(spend(limit, 'school', 10_000)).toBe(300);
    expect(spend(limit, 'home', 1)).toBe(1);
    clock.after(60_000, () => undefined);
    clock.runNext();
    expect(spend(limit, 'school', 10_000)).toBe(60 * addressGuessRule.perSecond);
  });

  it('R4 right codes cost nothing', () => {
    const limit = new GuessLimit(new ManualClock());
    for (let i = 0; i < 5_000; i++) expect(limit.charge('school', right)).toBe(false);
    expect(spend(limit, 'school', 1_000)).toBe(300);
  });

  it('R4 many addresses together are bounded; addresses with few wrong codes are answered even then', () => {
    const limit = new GuessLimit(new ManualClock());
    let guesses = 0;
    for (let i = 0; i < 20; i++) guesses += spend(limit, `bot ${i}`, 10_000);
    expect(guesses).toBe(totalGuessRule.capacity + 10 * cleanAddressGuesses);
    expect(limit.mayAsk('bot 3')).toBe(false);
    expect(spend(limit, 'home', 10)).toBe(cleanAddressGuesses);
  });
});

describe('a question about a code', () => {
  const withRoom = (): RoomsState => {
    const message = joinMessage('HK34QX', { memberId: 'a'.repeat(16), description });
    const input = { kind: 'message', connection: 'm', address: 'home', message } as const;
    const state = new RoomsState();
    step(state, input, 0, defaultLimits, randomBytes);
    return state;
  };
  const question = (message: object, connection = 'x') =>
    codeQuestion(withRoom(), connection, message as RoomMessage);

  it('R4 is asked by every message that names a code, and by no other message', () => {
    expect(question(joinMessage('HK34QX'))).toEqual({ doesExist: true });
    expect(question(joinMessage('HK34QY', { description }))).toEqual({ doesExist: false });
    expect(question(lookUpMessage('HK34QX'))).toEqual({ doesExist: true });
    expect(question(lookUpMessage('HK34QY'))).toEqual({ doesExist: false });
    expect(question({ kind: 'reserve', protocolVersion })).toBeUndefined();
    expect(question({ kind: 'create', description })).toBeUndefined();
    expect(question({ kind: 'leave' })).toBeUndefined();
  });

  it('R4 is not asked by a former member: its connection, its secret or the description proves it', () => {
    const member = { memberId: 'a'.repeat(16) };
    expect(question(joinMessage('HK34QX'), 'm')).toBeUndefined();
    expect(question(joinMessage('HK34QX', member))).toBeUndefined();
    expect(question(joinMessage('HK34QX', { description }))).toBeUndefined();
    expect(question(joinMessage('HK34QX', { ...member, memberSecret: 'x'.repeat(22) }))).toBeDefined();
    expect(
      question(joinMessage('HK34QX', { description: { ...description, keyCheck: 'x'.repeat(11) } })),
    ).toBeDefined();
    expect(question(joinMessage('HK34QY'), 'm')).toBeDefined();
  });
});

describe('over sockets', () => {
  vi.setConfig({ testTimeout: 60_000 });
  let server: TestServer;

  beforeEach(async () => {
    server = await TestServer.start({ TRUST_PROXY: '1' });
  });
  afterEach(() => server.close());

  const open = (address: string): Promise<Socket> =>
    server.open({ extraHeaders: { 'X-Forwarded-For': address } });
  const answer = (socket: Socket, message: unknown): Promise<string> => codeOf(ask(socket, message));
  const anyCode = (): string => drawCode(randomBytes);
  const [school, home] = ['192.0.2.1', '198.51.100.1'];

  it.each([
    ['join', () => joinMessage(anyCode())],
    ['look-up', () => lookUpMessage(anyCode())],
    ['join with a description', () => joinMessage(anyCode(), { description })],
  ] as const)('R4 an address that reconnects guesses 300 times, and no more (%s)', async (_way, guess) => {
    const host = await open(home);
    expect(await answer(host, joinMessage('HK34QX', { description }))).toBe('ok');
    const member = joinMessage('HK34QX');
    const guest = await open(school);
    expect(await answer(guest, member)).toBe('ok');

    const codes: Record<string, number> = {};
    for (let i = 0; i < 60; i++) {
      const socket = await open(school);
      const answers = await Promise.all(Array.from({ length: 9 }, () => answer(socket, guess())));
      answers.forEach((code) => (codes[code] = (codes[code] ?? 0) + 1));
      socket.close();
    }
    const { 'rate-limited': refused, ...answered } = codes;
    const answeredCount = Object.values(answered).reduce((sum, count) => sum + count, 0);
    expect(answeredCount).toBeGreaterThanOrEqual(300);
    expect(answeredCount).toBeLessThan(330); // the bucket, and its refill on a slow machine
    expect(refused).toBe(540 - answeredCount);

    expect(await answer(await open(home), joinMessage('HK34QX'))).toBe('ok');
    guest.close();
    // A member comes back as pages do: with the room's description.
    expect(await answer(await open(school), { ...member, description })).toBe('ok');
  });

  it('R4 a class of 300 joins at once with the right code; a pupil who mistypes gets in too', async () => {
    const codes = ['HK34QX', 'HK34QY', 'HK34QA', 'HK34QC', 'HK34QD'];
    for (const code of codes)
      expect(await answer(await open(home), joinMessage(code, { description }))).toBe('ok');
    const clumsy = await open(school);
    const errors: string[] = [];
    for (let i = 0; i < 8; i++) errors.push(await answer(clumsy, joinMessage(anyCode())));
    const peers = await Promise.all(Array.from({ length: 299 }, () => open(school)));
    const joined = await Promise.all(peers.map((peer, i) => answer(peer, joinMessage(codes[i % 5]))));
    expect(joined.filter((code) => code === 'ok').length).toBe(299);
    expect(errors).toEqual(Array.from({ length: 8 }, () => 'room-not-found'));
    expect(await answer(clumsy, joinMessage(codes[0]))).toBe('ok');
  });
});
