// An attack in a separate process. One address tries room codes, by joining or by looking rooms up. It closes its
// sockets and opens new ones before a socket's own limit is reached.
//   node --import tsx e2e/faults/attack-guesses.ts http://127.0.0.1:8080 join 10 3 2001:db8:1
import { randomBytes } from 'node:crypto';
import { drawCode } from '../../src/base/room-code';
import { newMemberSecret } from '../../src/net/room/member-secret';
import { RawSocket } from './raw-socket';

const [, , url, way, secondsText = '10', socketsText = '40', prefix] = process.argv;
const [seconds, socketCount] = [Number(secondsText), Number(socketsText)];
/** A rate below that at which the server ends a socket. */
const guessesPerSocket = 10;

const { protocolVersion } = (await (await fetch(`${url}/config.json`)).json()) as { protocolVersion: number };

function guess(): object {
  const code = drawCode(randomBytes);
  if (way === 'look-up') return { kind: 'look-up', code, protocolVersion };
  return {
    kind: 'join',
    code,
    protocolVersion,
    memberSecret: newMemberSecret(),
    name: 'Guesser',
    role: 'bystander',
    facts: '',
    inRing: false,
    hasKey: false,
  };
}

/** One address after another of the /48, on a server that believes them. */
let subnet = 0;
const from = (): readonly string[] =>
  prefix === undefined ? [] : [`X-Forwarded-For: ${prefix}:${(subnet++ % 65_536).toString(16)}::1`];

/** Answers by code, and whether they reveal anything. */
const answers: Record<string, number> = {};
let found = 0;
const revealsNothing = ['rate-limited', 'malformed', 'wrong-version', 'too-large'];
let sockets = 0;
let isOver = false;

function open(): void {
  if (isOver) return;
  let answered = 0;
  const socket: RawSocket = new RawSocket(
    url,
    (text) => {
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) {
        sockets++;
        for (let i = 0; i < guessesPerSocket; i++)
          socket.send(`42${i}${JSON.stringify(['message', guess()])}`);
      } else if (text.startsWith('43')) {
        const [reply] = JSON.parse(text.slice(text.indexOf('['))) as [
          { ok: boolean; error?: { code: string } },
        ];
        const code = reply.ok ? 'ok' : reply.error!.code;
        answers[code] = (answers[code] ?? 0) + 1;
        if (!revealsNothing.includes(code)) found++;
        if (++answered === guessesPerSocket) socket.close();
      }
    },
    () => setImmediate(open),
    from(),
  );
}
for (let i = 0; i < socketCount; i++) open();
setTimeout(() => {
  isOver = true;
  console.log(JSON.stringify({ way, found, perSecond: Math.round(found / seconds), sockets, answers }));
  process.exit(0);
}, seconds * 1000);
