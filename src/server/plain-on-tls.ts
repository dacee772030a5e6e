// Somebody typed http:// and the address of a server of https. The first byte tells: a TLS handshake begins with 0x16. Who
// speaks plain HTTP is sent to https:// by one answer (R12f), and the connection ends.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from './limits';

const handshakeByte = 0x16;
const maxAnsweredBytes = 8 * 1024;

export function redirectPlainHttp(server: Server): void {
  const [beginTls] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeListener('connection', beginTls);
  server.on('connection', (socket: Socket) => {
    const tooLate = (): void => void socket.destroy();
    socket.setTimeout(httpLimits.headersMs, tooLate);
    socket.once('data', (chunk: Buffer) => {
      socket.removeListener('timeout', tooLate);
      if (chunk[0] !== handshakeByte) return void socket.end(answerTo(chunk));
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(chunk);
      beginTls.call(server, socket);
    });
  });
}

function answerTo(chunk: Buffer): string {
  const lines = chunk.subarray(0, maxAnsweredBytes).toString('latin1').split('\r\n');
  const [, path = '/'] = /^(?:GET|HEAD) (\/[!-~]*) HTTP\//.exec(lines[0]) ?? [];
  const host =
    lines
      .find((line) => /^host:/i.test(line))
      ?.slice('host:'.length)
      .trim() ?? '';
  const isHost = /^[A-Za-z0-9.\-_[\]:]{1,255}$/.test(host);
  const body = 'This server speaks HTTPS: write https:// before its address.\n';
  return [
    isHost ? 'HTTP/1.1 307 Temporary Redirect' : 'HTTP/1.1 400 Bad Request',
    ...(isHost ? [`Location: https://${host}${path}`] : []),
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
