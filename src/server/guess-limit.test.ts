// R4: wrong codes are charged to their address and to all, whatever message asks; right ones cost nothing.
import { randomBytes } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock, realClock } from '../base/clock';
import { drawCode } from '../base/room-code';
import { messageEvent, protocolVersion, type Reply } from '../net/room/room-messages';
import { codeQuestion, GuessLimit } from './guess-limit';
import { addressGuessRule, cleanAddressGuesses, totalGuessRule } from './limits';
import { defaultLimits, noRooms, step, type RoomMessage, type RoomsState } from './rooms';
import { readSettings } from './settings';
import { startServer, type RunningServer } from './start-server';

const description = { isOpen: true, hostPublicKey: 'h'.repeat(43), hostProof: 'p'.repeat(43), keyCheck: 'k'.repeat(11) }; // prettier-ignore
const joining = (code: string, more: object = {}) =>
  ({
    kind: 'join',
    code,
    protocolVersion,
    memberId: randomBytes(8).toString('hex'),
    memberSecret: 's'.repeat(22),
    name: 'Calm Heron',
    role: 'trainer',
    facts: '',
    inRing: false,
    hasKey: false,
    ...more,
  }) as const;
const lookingUp = (code: string) => ({ kind: 'look-up', protocolVersion, code }) as const;

describe('the budget', () => {
  const right = { doesExist: true } as const;
  const wrong = { doesExist: false } as const;
  const spend = (limit: GuessLimit, address: string, count: number): number => {
    let asked = 0;
    for (; asked < count && limit.mayAsk(address); asked++) limit.charge(address, wrong);
    return asked;
  };

  it('R4 300 wrong codes from an address at once, then one in two seconds', () => {
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

  it('R4 many addresses together are bounded; those that hardly erred are answered even then', () => {
    const limit = new GuessLimit(new ManualClock());
    let guesses = 0;
    for (let i = 0; i < 20; i++) guesses += spend(limit, `bot ${i}`, 10_000);
    expect(guesses).toBe(totalGuessRule.capacity + 10 * cleanAddressGuesses);
    expect(limit.mayAsk('bot 3')).toBe(false);
    expect(spend(limit, 'home', 10)).toBe(cleanAddressGuesses);
  });
});

describe('what tells', () => {
  const withRoom = (): RoomsState => {
    const say = (state: RoomsState, connection: string, message: RoomMessage): RoomsState =>
      step(state, { kind: 'message', connection, address: 'home', message }, 0, defaultLimits, randomBytes)
        .state;
    return say(noRooms, 'm', joining('HK34QX', { memberId: 'a'.repeat(16), description }) as RoomMessage);
  };
  const question = (message: object, connection = 'x') =>
    codeQuestion(withRoom(), connection, message as RoomMessage);

  it('R4 every message that names a code, of whatever kind; none that names none', () => {
    expect(question(joining('HK34QX'))).toEqual({ doesExist: true });
    expect(question(joining('HK34QY', { description }))).toEqual({ doesExist: false });
    expect(question(lookingUp('HK34QX'))).toEqual({ doesExist: true });
    expect(question(lookingUp('HK34QY'))).toEqual({ doesExist: false });
    expect(question({ kind: 'reserve', protocolVersion })).toBeUndefined();
    expect(question({ kind: 'create', description })).toBeUndefined();
    expect(question({ kind: 'leave' })).toBeUndefined();
  });

  it('R4 who was in the room does not ask: by its connection, its secret, or what only members know', () => {
    const member = { memberId: 'a'.repeat(16) };
    expect(question(joining('HK34QX'), 'm')).toBeUndefined();
    expect(question(joining('HK34QX', member))).toBeUndefined();
    expect(question(joining('HK34QX', { description }))).toBeUndefined();
    expect(question(joining('HK34QX', { ...member, memberSecret: 'x'.repeat(22) }))).toBeDefined();
    expect(
      question(joining('HK34QX', { description: { ...description, keyCheck: 'x'.repeat(11) } })),
    ).toBeDefined();
    expect(question(joining('HK34QY'), 'm')).toBeDefined();
  });
});

describe('over sockets', () => {
  vi.setConfig({ testTimeout: 60_000 });
  let server: RunningServer;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    const settings = readSettings([], { PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: '1' });
    if (!settings.ok) throw new Error(settings.error.message);
    const started = await startServer({ settings: settings.value, root: '/nowhere', stateFolder: '/nowhere', clock: realClock }); // prettier-ignore
    if (!started.ok) throw new Error(started.error.message);
    server = started.value;
  });
  afterEach(async () => {
    sockets.splice(0).forEach((socket) => socket.close());
    await server.close();
  });

  async function open(address: string): Promise<Socket> {
    const socket = io(server.localUrl, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { 'X-Forwarded-For': address },
    });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve());
      socket.once('connect_error', reject);
    });
    return socket;
  }
  const answer = async (socket: Socket, message: unknown): Promise<string> => {
    const reply = await new Promise<Reply>((resolve) => socket.emit(messageEvent, message, resolve));
    return reply.ok ? 'ok' : reply.error.code;
  };
  const anyCode = (): string => drawCode(randomBytes);
  const [school, home] = ['192.0.2.1', '198.51.100.1'];

  it.each([
    ['join', () => joining(anyCode())],
    ['look-up', () => lookingUp(anyCode())],
    ['join with a description', () => joining(anyCode(), { description })],
  ] as const)('R4 an address that reconnects guesses 300 times, and no more (%s)', async (_way, guess) => {
    const host = await open(home);
    expect(await answer(host, joining('HK34QX', { description }))).toBe('ok');
    const member = joining('HK34QX');
    const guest = await open(school);
    expect(await answer(guest, member)).toBe('ok');

    const codes: Record<string, number> = {};
    for (let i = 0; i < 60; i++) {
      const socket = await open(school);
      const answers = await Promise.all(Array.from({ length: 9 }, () => answer(socket, guess())));
      answers.forEach((code) => (codes[code] = (codes[code] ?? 0) + 1));
      socket.close();
    }
    const { 'rate-limited': refused, ...told } = codes;
    const toldCount = Object.values(told).reduce((sum, count) => sum + count, 0);
    expect(toldCount).toBeGreaterThanOrEqual(300);
    expect(toldCount).toBeLessThan(330); // and what a slow machine's seconds gave
    expect(refused).toBe(540 - toldCount);

    expect(await answer(await open(home), joining('HK34QX'))).toBe('ok');
    guest.close();
    // A member comes back as pages do: with the room's description.
    expect(await answer(await open(school), { ...member, description })).toBe('ok');
  });

  it('R4 a class of 300 joins at once with the right code, and one who mistypes comes in too', async () => {
    const codes = ['HK34QX', 'HK34QY', 'HK34QA', 'HK34QC', 'HK34QD'];
    for (const code of codes)
      expect(await answer(await open(home), joining(code, { description }))).toBe('ok');
    const clumsy = await open(school);
    const errors: string[] = [];
    for (let i = 0; i < 8; i++) errors.push(await answer(clumsy, joining(anyCode())));
    const peers = await Promise.all(Array.from({ length: 299 }, () => open(school)));
    const joined = await Promise.all(peers.map((peer, i) => answer(peer, joining(codes[i % 5]))));
    expect(joined.filter((code) => code === 'ok').length).toBe(299);
    expect(errors).toEqual(Array.from({ length: 8 }, () => 'room-not-found'));
    expect(await answer(clumsy, joining(codes[0]))).toBe('ok');
  });
});
