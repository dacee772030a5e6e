// Attacks in a separate process: sockets of one address that send as fast as they may write. A socket that is cut off
// reconnects.
//   node --import tsx e2e/faults/attack-floods.ts http://127.0.0.1:8080 pongs 20 10
import { memberIdOf, newMemberSecret } from '../../src/net/room/member-secret';
import { protocolVersion } from '../../src/net/room/room-messages';
import { RawSocket, textFrame } from './raw-socket';

const [, , url, kind, socketCountText = '1', secondsText = '10'] = process.argv;
const socketCount = Number(socketCountText);
const seconds = Number(secondsText);
const code = 'Q7K9M3Q7K';
const attacker = '192.0.2.66';
const chunkBytes = 32 * 1024;
/** Bytes that the kernel has not taken: more wait for it. */
const maxWaitingBytes = 256 * 1024;

const description = {
  isOpen: true,
  hostPublicKey: 'h'.repeat(43),
  hostProof: 'p'.repeat(43),
  keyCheck: 'k'.repeat(11),
};
const message = (payload: object): string => `42${JSON.stringify(['message', payload])}`;
const member = (memberSecret: string): string =>
  message({
    kind: 'join',
    code,
    protocolVersion,
    memberSecret,
    name: 'Attacker',
    role: 'bystander',
    facts: 'f'.repeat(120),
    inRing: false,
    hasKey: false,
    description,
  });
const status = (inRing: boolean): string => message({ kind: 'status', inRing, hasKey: true });
const binaryFrame = (bytes: number): Buffer => {
  const header = Buffer.from([0x82, 0xfe, 0, 0, 0, 0, 0, 0]);
  header.writeUInt16BE(bytes, 2);
  return Buffer.concat([header, Buffer.alloc(bytes)]);
};

interface Flood {
  /** Joins the room first. */
  readonly isMember?: boolean;
  /** Ends the connection in place of sending, and connects again. */
  readonly isBrief?: boolean;
  /** The frames that a socket sends again and again. `peer`: another attacker's id. */
  readonly frames: (peer: string, self: string) => readonly Buffer[];
  /** Times a second; as fast as they may, when absent. */
  readonly perSecond?: number;
}
const repeated = (text: string): Flood => ({ frames: () => [textFrame(text)] });
const floods: Readonly<Record<string, Flood>> = {
  pongs: repeated('3'),
  acknowledgements: repeated('437[]'),
  namespaces: repeated('40/nobody,'),
  probes: repeated('2probe'),
  malformed: { frames: () => [Buffer.from([0x8b, 0x80, 0, 0, 0, 0])] },
  reconnections: { isBrief: true, frames: () => [] },
  pings: { frames: () => [Buffer.from([0x89, 0x80, 0, 0, 0, 0])] },
  statuses: {
    isMember: true,
    frames: () => [textFrame(status(true)), textFrame(status(false))],
    perSecond: 50,
  },
  signals: {
    isMember: true,
    frames: (to) => [
      textFrame(message({ kind: 'signal', to, sequence: 1, data: '{}', mac: 'm'.repeat(43) })),
    ],
  },
  keys: {
    isMember: true,
    frames: (to) => [textFrame(message({ kind: 'key-request', to, publicKey: 'k'.repeat(43) }))],
  },
  relay: {
    isMember: true,
    frames: (to) => [
      textFrame(`451-${JSON.stringify(['relay', to, { _placeholder: true, num: 0 }])}`),
      binaryFrame(24 * 1024),
    ],
  },
};

const flood = floods[kind];
const counts = { bytes: 0, opened: 0, cut: 0, answered: 0, refused: 0 };
const secrets = Array.from({ length: Math.max(2, socketCount) }, () => newMemberSecret());
const ids = secrets.map(memberIdOf);
let isOver = false;

function open(index: number): void {
  if (isOver) return;
  let stop = (): void => undefined;
  const begin = (): void => {
    if (flood.isBrief) return socket.close();
    const frames = flood.frames(ids[(index + 1) % ids.length], ids[index]);
    const turn = Buffer.concat(frames);
    const chunk =
      flood.perSecond === undefined
        ? Buffer.concat(Array.from({ length: Math.ceil(chunkBytes / turn.length) }, () => turn))
        : turn;
    const timer = setInterval(
      () => {
        do {
          if (socket.waitingBytes > maxWaitingBytes) return;
          socket.write(chunk);
          counts.bytes += chunk.length;
        } while (flood.perSecond === undefined);
      },
      flood.perSecond === undefined ? 5 : 1000 / flood.perSecond,
    );
    stop = () => clearInterval(timer);
  };
  const socket: RawSocket = new RawSocket(
    url,
    (text) => {
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) {
        counts.opened++;
        if (!flood.isMember) begin();
        else socket.send(member(secrets[index]));
      } else if (text.startsWith('42["message",{"kind":"presence"') && flood.isMember) {
        stop();
        begin();
      } else if (text.startsWith('45')) socket.send(`43${/^451-(\d+)/.exec(text)?.[1] ?? ''}[]`);
      else if (text.startsWith('43')) counts[text.includes('"ok":true') ? 'answered' : 'refused']++;
    },
    () => {
      stop();
      counts.cut++;
      setTimeout(() => open(index), 100);
    },
    [`X-Forwarded-For: ${attacker}`],
  );
}
for (let i = 0; i < socketCount; i++) open(i);
setTimeout(() => {
  isOver = true;
  console.log(JSON.stringify(counts));
  process.exit(0);
}, seconds * 1000);
