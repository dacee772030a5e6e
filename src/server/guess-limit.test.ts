// R4: wrong codes are charged to their address and to the whole server, whatever message names them. Right codes cost
// nothing.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../base/clock';
import { drawCode } from '../base/room-code';
import { markOf } from '../net/room/room-mark';
import { protocolVersion } from '../net/room/room-messages';
import { codeQuestion, GuessLimit } from './guess-limit';
import { addressGuessRule, cleanAddressGuesses, totalGuessRule } from './limits';
import { step } from './rooms';
import { defaultLimits, RoomsState, type RoomMessage } from './rooms-state';
import { ask, codeOf, description, joinMessage, TestServer } from './testing/test-server';

const lookUpMessage = (code: string) => ({ kind: 'look-up', protocolVersion, code }) as const;

describe('the budget', () => {
  const pass = (clock: ManualClock, ms: number): void => {
    const untilMs = clock.now() + ms;
    clock.after(ms, () => undefined);
    while (clock.now() < untilMs) clock.runNext();
  };
  function guesser() {
    const clock = new ManualClock();
    const limit = new GuessLimit(clock);
    const answered: Record<string, number> = {};
    let count = 0;
    /** Asks; a socket without a name is a new one. */
    const ask = (address: string, isWrong: boolean, connection = `socket ${count++}`): void =>
      limit.ask({
        address,
        connection,
        answer: () => {
          answered[address] = (answered[address] ?? 0) + 1;
          return isWrong;
        },
        refuse: () => undefined,
      });
    const spend = (address: string, times: number): void => {
      for (let i = 0; i < times; i++) ask(address, true);
    };
    return { clock, limit, answered, ask, spend };
  }

  it('R4 allows 300 wrong codes from an address at once, then some in a second', () => {
    const { clock, answered, ask, spend } = guesser();
    spend('192.0.2.1', 1_000);
    ask('198.51.100.1', true);
    expect(answered).toEqual({ '192.0.2.1': 300, '198.51.100.1': 1 });
    pass(clock, 60_000);
    expect(answered['192.0.2.1']).toBeCloseTo(300 + 60 * addressGuessRule.perSecond, -1);
  });

  it('R4b right codes cost nothing', () => {
    const { answered, ask, spend } = guesser();
    for (let i = 0; i < 5_000; i++) ask('192.0.2.1', false);
    spend('192.0.2.1', 1_000);
    expect(answered['192.0.2.1']).toBe(5_300);
  });

  it('R4d many addresses together are bounded; addresses with few wrong codes are answered even then', () => {
    const { answered, spend } = guesser();
    for (let i = 0; i < 20; i++) spend(`192.0.2.${i}`, 400);
    const total = Object.values(answered).reduce((sum, one) => sum + one, 0);
    expect(total).toBe(totalGuessRule.capacity + 10 * cleanAddressGuesses);
    spend('198.51.100.1', 10);
    expect(answered['198.51.100.1']).toBe(cleanAddressGuesses);
  });

  it('R4f the addresses of one IPv6 customer guess four times as often as one, not 65,536 times', () => {
    const { clock, answered, spend } = guesser();
    const total = (): number => Object.values(answered).reduce((sum, one) => sum + one, 0);
    for (let i = 0; i < 2_000; i++) spend(`2001:db8:1:${i.toString(16)}::/64`, 1);
    expect(total()).toBe(4 * 300);
    pass(clock, 10_000);
    expect(total()).toBeLessThanOrEqual(4 * (300 + 10 * addressGuessRule.perSecond));
    for (let i = 0; i < 2_000; i++) spend(`2001:db8:2:${(i % 256).toString(16)}::/64`, 1);
    expect(total()).toBeLessThanOrEqual(6 * (300 + 10 * addressGuessRule.perSecond));
  });

  it('R4g a right code behind an address that guesses waits one turn of each socket there, not longer', () => {
    const { clock, answered, limit, spend } = guesser();
    const school = '192.0.2.1';
    spend(school, 300);
    // Three sockets that ask again as soon as they were answered.
    const again = (connection: string): void =>
      limit.ask({
        address: school,
        connection,
        answer: () => {
          answered.wrong = (answered.wrong ?? 0) + 1;
          queueMicrotask(() => again(connection));
          return true;
        },
        refuse: () => undefined,
      });
    for (let i = 0; i < 3; i++) again(`guesser ${i}`);
    const waitsMs: number[] = [];
    for (let i = 0; i < 20; i++) {
      const askedMs = clock.now();
      limit.ask({
        address: school,
        connection: `pupil ${i}`,
        answer: () => (waitsMs.push(clock.now() - askedMs), false),
        refuse: () => undefined,
      });
    }
    pass(clock, 10_000);
    expect(waitsMs.length).toBe(20);
    expect(Math.max(...waitsMs)).toBeLessThanOrEqual(((3 + 1) / addressGuessRule.perSecond) * 1_000 + 200);
  });

  it('R4g a connection has one place in the line, which its next question takes over', () => {
    const { clock, limit, spend } = guesser();
    spend('192.0.2.1', 302);
    const heard: string[] = [];
    for (const name of ['first', 'second'])
      limit.ask({
        address: '192.0.2.1',
        connection: 'pupil',
        answer: () => (heard.push(`${name} answered`), false),
        refuse: () => heard.push(`${name} refused`),
      });
    expect(heard).toEqual(['first refused']);
    limit.leave('192.0.2.1', 'socket 300');
    pass(clock, (1 / addressGuessRule.perSecond) * 2_000 + 200);
    expect(heard).toEqual(['first refused', 'second answered']);
  });
});

describe('a question about a code', () => {
  const withRoom = (): RoomsState => {
    const message = joinMessage('HK3ACD4QX', { memberSecret: 'a'.repeat(32), description });
    const input = { kind: 'message', connection: 'm', address: 'home', message } as const;
    const state = new RoomsState();
    step(state, input, 0, defaultLimits, randomBytes);
    return state;
  };
  const question = (message: object, connection = 'x') =>
    codeQuestion(withRoom(), connection, message as RoomMessage);

  it('R4 is asked by every message that names a code, and by no other message', () => {
    expect(question(joinMessage('HK3ACD4QX'))).toEqual({ doesExist: true });
    expect(question(joinMessage('HK3ACD4QY', { description }))).toEqual({ doesExist: false });
    expect(question(lookUpMessage('HK3ACD4QX'))).toEqual({ doesExist: true });
    expect(question(lookUpMessage('HK3ACD4QY'))).toEqual({ doesExist: false });
    expect(question({ kind: 'reserve', protocolVersion })).toBeUndefined();
    expect(question({ kind: 'create', description })).toBeUndefined();
    expect(question({ kind: 'leave' })).toBeUndefined();
  });

  it('R4 is not asked by who has the link, nor by a former member: its connection, its secret or the description proves it', () => {
    const member = { memberSecret: 'a'.repeat(32) };
    expect(question(joinMessage('HK3ACD4QX'), 'm')).toBeUndefined();
    expect(question(joinMessage('HK3ACD4QX', member))).toBeUndefined();
    expect(question(joinMessage('HK3ACD4QX', { description }))).toBeUndefined();
    expect(
      question(joinMessage('HK3ACD4QX', { description: { ...description, keyCheck: 'x'.repeat(11) } })),
    ).toBeDefined();
    expect(question(joinMessage('HK3ACD4QY'), 'm')).toBeDefined();
    const mark = markOf('HK3ACD4QX', description);
    expect(question({ ...lookUpMessage('HK3ACD4QX'), mark })).toBeUndefined();
    expect(question({ ...lookUpMessage('HK3ACD4QY'), mark })).toEqual({ doesExist: false });
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
    expect(await answer(host, joinMessage('HK3ACD4QX', { description }))).toBe('ok');
    const member = joinMessage('HK3ACD4QX');
    const guest = await open(school);
    expect(await answer(guest, member)).toBe('ok');

    const startedMs = performance.now();
    let answeredCount = 0;
    const isAnswered = async (): Promise<boolean> => {
      const socket = await open(school);
      let answeredHere = 0;
      for (let i = 0; i < 9; i++)
        void answer(socket, guess()).then((code) => {
          if (code === 'rate-limited') return;
          answeredHere++;
          answeredCount++;
        });
      // It names no code, so its answer follows those that were given at once.
      await answer(socket, { kind: 'leave' });
      return answeredHere === 9;
    };
    while (await isAnswered()) expect(answeredCount).toBeLessThan(400);
    const refillMs = performance.now() - startedMs;
    expect(answeredCount).toBeGreaterThanOrEqual(300);
    expect(answeredCount).toBeLessThanOrEqual(301 + (refillMs / 1_000) * addressGuessRule.perSecond);

    expect(await answer(await open(home), joinMessage('HK3ACD4QX'))).toBe('ok');
    // A socket that has not guessed waits for its turn.
    expect(await answer(await open(school), joinMessage('HK3ACD4QX'))).toBe('ok');
    guest.close();
    // A member comes back as pages do: with the room's description.
    expect(await answer(await open(school), { ...member, description })).toBe('ok');
  });

  it('R4 a class of 300 joins at once with the right code; a pupil who mistypes gets in too', async () => {
    const codes = ['HK3ACD4QX', 'HK3ACD4QY', 'HK3ACD4QA', 'HK3ACD4QC', 'HK3ACD4QD'];
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
