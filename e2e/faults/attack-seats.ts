// An attack in a separate process: 63 strangers take the seats of a room and 64 its places to watch, from three addresses. Who
// is cut off or refused tries again.
//   node --import tsx e2e/faults/attack-seats.ts http://127.0.0.1:8080 A7K9M3A7K 10
import { newMemberSecret } from '../../src/net/room/member-secret';
import { protocolVersion } from '../../src/net/room/room-messages';
import { RawSocket } from './raw-socket';

const [, , url, code, secondsText = '10'] = process.argv;
const message = (payload: object): string => `421${JSON.stringify(['message', payload])}`;
const joining = (): string =>
  message({
    kind: 'join',
    code,
    protocolVersion,
    memberSecret: newMemberSecret(),
    name: 'Stranger',
    role: 'trainer',
    facts: '',
    inRing: true,
    hasKey: true,
  });
const observing = message({ kind: 'observe', protocolVersion, code });
const counts = { taken: 0, refused: 0, cut: 0 };
const againMs = 200;

function take(index: number, ask: () => string): void {
  const socket: RawSocket = new RawSocket(
    url,
    (text) => {
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) socket.send(ask());
      else if (text.startsWith('431')) {
        const isIn = text.includes('"ok":true');
        counts[isIn ? 'taken' : 'refused']++;
        if (!isIn) setTimeout(() => socket.send(ask()), againMs);
      }
    },
    () => {
      counts.cut++;
      setTimeout(() => take(index, ask), againMs);
    },
    [`X-Forwarded-For: 192.0.2.${66 + (index % 3)}`],
  );
}
for (let i = 0; i < 63; i++) take(i, joining);
for (let i = 0; i < 64; i++) take(i, () => observing);
setTimeout(
  () => {
    console.log(JSON.stringify(counts));
    process.exit(0);
  },
  Number(secondsText) * 1_000,
);
