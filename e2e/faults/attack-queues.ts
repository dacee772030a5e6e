// An attack in a separate process: sixty sockets in one room. Twenty of them never read but answer pings. Forty send
// them signals of 31 KB at the rate that a socket is allowed. A socket that is cut off reconnects.
//   node --import tsx e2e/faults/attack-queues.ts http://127.0.0.1:8080 15
import { memberIdOf, newMemberSecret } from '../../src/net/room/member-secret';
import { RawSocket, textFrame } from './raw-socket';

const [url, seconds] = [process.argv[2], Number(process.argv[3] ?? 15)];
const code = 'Q7K9M3Q7K';
const [readerCount, senderCount] = [20, 40];
/** The server's limit per socket when the attack was found: 400 at once, 100 a second. */
const [burst, perSecond] = [400, 100];
/** The most waiting bytes of a sender whose bytes the server does not take. */
const maxWaitingBytes = 4 * 1024 * 1024;
const tickMs = 50;

const { protocolVersion } = (await (await fetch(`${url}/config.json`)).json()) as { protocolVersion: number };
const description = { isOpen: true, hostPublicKey: 'h'.repeat(43), hostProof: 'p'.repeat(43), keyCheck: 'k'.repeat(11) }; // prettier-ignore
const message = (payload: object): string => `42${JSON.stringify(['message', payload])}`;
const member = (memberSecret: string): string =>
  message({
    kind: 'join',
    code,
    protocolVersion,
    memberSecret,
    name: 'Attacker',
    role: 'bystander',
    facts: '',
    inRing: false,
    hasKey: false,
    description,
  });

const readers = Array.from({ length: readerCount }, () => newMemberSecret());
const signals = readers.map((reader) =>
  textFrame(
    message({
      kind: 'signal',
      to: memberIdOf(reader),
      sequence: 1,
      data: 'x'.repeat(31_000),
      mac: 'm'.repeat(43),
    }),
  ),
);
const counts = { sent: 0, readersCut: 0, sendersCut: 0, refused: 0 };
let isOver = false;

/** Reconnects a tenth of a second after it was cut off. */
function enter(secret: string, onJoined: (socket: RawSocket) => void, onCut: () => void): void {
  if (isOver) return;
  let isIn = false;
  const socket: RawSocket = new RawSocket(
    url,
    (text) => {
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) socket.send(member(secret));
      else if (text.startsWith('42') && !isIn) {
        isIn = true; // its first presence
        onJoined(socket);
      }
    },
    () => {
      if (isIn) onCut();
      else counts.refused++;
      setTimeout(() => enter(secret, onJoined, onCut), 100);
    },
  );
}

for (const id of readers)
  enter(
    id,
    (socket) => socket.stopReading(),
    () => counts.readersCut++,
  );
for (let i = 0; i < senderCount; i++) {
  let stop: (() => void) | undefined;
  enter(
    newMemberSecret(),
    (socket) => {
      let budget = burst;
      const timer = setInterval(() => {
        budget = Math.min(burst, budget + (perSecond * tickMs) / 1000);
        for (; budget >= 1 && socket.waitingBytes < maxWaitingBytes; budget--) {
          socket.write(signals[counts.sent++ % readerCount]);
        }
      }, tickMs);
      stop = () => clearInterval(timer);
    },
    () => {
      counts.sendersCut++;
      stop?.();
    },
  );
}
setTimeout(() => {
  isOver = true;
  console.log(JSON.stringify(counts));
  process.exit(0);
}, seconds * 1000);
