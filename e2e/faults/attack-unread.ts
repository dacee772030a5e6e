// An attack in a separate process: connections of one address, each of which asks for a file four times and reads no
// answer.
//   node --import tsx e2e/faults/attack-unread.ts http://127.0.0.1:8080 /assets/index.js 10 1000
import { setTimeout as sleep } from 'node:timers/promises';
import { head, RawConnection } from '../../src/server/testing/raw-connection';

const [, , url, file, secondsText = '10', countText = '1000'] = process.argv;
const { port, protocol } = new URL(url);
const [tls, isDeaf] = [protocol === 'https:', true];
const atOnce = 50;
const request = head(`GET ${file} HTTP/1.1`, 'X-Forwarded-For: 192.0.2.66').repeat(4);

const deaf: RawConnection[] = [];
const open = () => RawConnection.open(Number(port), { tls, isDeaf });
const endMs = performance.now() + Number(secondsText) * 1_000;
while (deaf.length < Number(countText))
  deaf.push(...(await Promise.all(Array.from({ length: atOnce }, open))));
await Promise.all(deaf.map((one) => one.write(request)));
await sleep(endMs - performance.now());
console.log(JSON.stringify({ asked: deaf.length, open: deaf.filter(({ isOpen }) => isOpen).length }));
process.exit(0);
