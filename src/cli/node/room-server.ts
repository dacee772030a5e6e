// The room server as a child process on a free port, as `npm start` runs it. It never outlives this process.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { fail, ok, type Result } from '../../base/result';

export interface RoomServer {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has ended; never rejects. */
  close(): Promise<void>;
}

const home = path.resolve(import.meta.dirname, '../../..');
const startLimitMs = 30_000;
const closeLimitMs = 3_000;
/** The last part of its output, shown when it fails. */
const keptOutput = 4_000;

export async function startRoomServer(): Promise<Result<RoomServer, 'not-started'>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: '' },
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => void process.off('exit', kill));

  const started = waitFor<string>(realClock, startLimitMs, 'the room server');
  let output = '';
  const receive = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-keptOutput);
    started.progress();
    const url = /https?:\/\/\S+/.exec(output)?.[0];
    if (url) started.settle(url);
  };
  child.stdout.on('data', receive);
  child.stderr.on('data', receive);
  child.once('error', (error) => started.reject(error));
  child.once('exit', (code) => started.reject(new Error(`the room server ended with exit code ${code}`)));
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const limit = setTimeout(kill, closeLimitMs);
    await exited;
    clearTimeout(limit);
  };
  try {
    return ok({ url: await started.promise, pid: child.pid!, close });
  } catch (error) {
    await close();
    return fail('not-started', `${(error as Error).message}\n${output}`.trim());
  }
}
