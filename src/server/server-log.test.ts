// The log of a whole session: it counts what happened, and holds nothing that opens a room or tells of a person.
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { markOf } from '../net/room/room-mark';
import { protocolVersion } from '../net/room/room-messages';
import { MinuteReport } from './minute-report';
import { jsonLog, lineLog, type LogFacts } from './server-log';
import { ask, codeOf, description, joinMessage, TestServer } from './testing/test-server';

function memoryLog(epochMs = 0) {
  const lines: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void): void => {
    lines.push(...chunk.toString().split('\n').filter(Boolean));
    done();
  };
  return { lines, log: jsonLog({ epochMs: () => epochMs }, new Writable({ write })) };
}

test('a line has its level, its time and its facts', () => {
  const { lines, log } = memoryLog(Date.UTC(2026, 0, 2, 3, 4, 5));
  log.info('the last minute', { rooms: 2 });
  log.warn('set TRUST_PROXY');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { level: 'info', time: '2026-01-02T03:04:05.000Z', rooms: 2, msg: 'the last minute' },
    { level: 'warn', time: '2026-01-02T03:04:05.000Z', msg: 'set TRUST_PROXY' },
  ]);
});

test('of an error its name, its message and its place are kept, and nothing that hangs on it', () => {
  const { lines, log } = memoryLog();
  log.error(Object.assign(new RangeError('too long'), { headers: { cookie: 'sesame' } }));
  log.error('a text');
  const [first, second] = lines.map((line) => JSON.parse(line) as { error: { stack: string[] } });
  expect(first).toMatchObject({ level: 'error', msg: 'too long', error: { name: 'RangeError' } });
  expect(first.error.stack[0]).toContain('server-log.test');
  expect(second).toMatchObject({ msg: 'a text' });
  expect(lines.join()).not.toContain('sesame');
});

test('a minute in which nothing happened has no line, and each other one has its own counts', () => {
  const clock = new ManualClock();
  const pass = (minutes: number): void => {
    for (let minute = 0; minute < minutes; minute++) clock.runNext();
  };
  const told: LogFacts[] = [];
  const passed: string[] = [];
  const counts = { refused: (code: string) => void passed.push(code), relayed: () => {}, cut: () => {} };
  const levels = { connections: 3, rooms: 0, members: 0, observers: 0 };
  const log = { ...lineLog, info: (_: string, facts: LogFacts = {}) => void told.push(facts) };
  const report = new MinuteReport(counts, () => levels, log, clock);
  pass(3);
  expect(told).toEqual([]);
  report.refused('room-not-found');
  report.refused('room-not-found');
  report.cut('offences');
  pass(1);
  levels.rooms = 1;
  pass(2);
  report.relayed(700);
  report.close();
  pass(10);
  const none = { connections: 3, rooms: 0, members: 0, observers: 0 };
  expect(told).toEqual([
    { ...none, 'refused room-not-found': 2, 'cut offences': 1 },
    { ...none, rooms: 1 },
    { ...none, rooms: 1, 'relayed bytes': 700 },
  ]);
  expect(passed).toEqual(['room-not-found', 'room-not-found']);
});

test('a session with a room, a join, a wrong code and forwarded headers leaves no secret in the log', async () => {
  const { lines, log } = memoryLog();
  const secrets = {
    TURN_SECRET: 'turn-secret-of-32-characters-0001',
    METRICS_TOKEN: 'metrics-token-of-25-chars',
    ICE_SERVERS: JSON.stringify([
      { urls: 'turn:turn.example:3478', username: 'usher', credential: 'pass-of-usher' },
    ]),
  };
  const server = await TestServer.start({ TURN_URLS: 'turn:turn.example:3478', ...secrets }, log);
  const [host, guest] = [await server.open(), await server.open()];
  const reserved = await ask(host, { kind: 'reserve', protocolVersion });
  const { code } = (reserved as { readonly value: { readonly code: string } }).value;
  const join = joinMessage(code, { mark: markOf(code, description) });
  const wrong = joinMessage(`${code.slice(1)}${code[0]}`);
  expect(await codeOf(ask(host, { kind: 'create', description }))).toBe('ok');
  expect(await codeOf(ask(host, join))).toBe('ok');
  expect(await codeOf(ask(guest, wrong))).toBe('room-not-found');
  await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${secrets.METRICS_TOKEN}` } });
  await fetch(`${server.url}/`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  await server.close();
  const text = lines.join('\n');
  expect(text).toContain('"refused room-not-found":1');
  expect(text).toContain('set TRUST_PROXY=127.0.0.1');
  const kept = [code, wrong.code, join.memberSecret, join.name, '203.0.113.9', description.hostProof];
  for (const secret of [...kept, secrets.TURN_SECRET, secrets.METRICS_TOKEN, 'usher'])
    expect(text).not.toContain(secret);
});
