// A room server that a test may stop and start again under the same address.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';
import { serverPort } from './server-port';

export interface TestServer {
  readonly url: string;
  /** Resolves once it answers. */
  start(): Promise<void>;
  /** SIGKILL: no goodbye, as in a power failure. Resolves once it has ended; a second call does nothing. */
  stop(): Promise<void>;
  /** The number in all of its rooms. */
  members(): Promise<number>;
  /** Memory of its process; 0 while it is stopped. */
  pid(): number;
  /** False once it was stopped or has ended by itself. */
  isRunning(): boolean;
}

/** Stamps of codes are made with it (R30b). */
export const roomSecret = 'a secret of the tests';

const root = path.resolve(import.meta.dirname, '..');

export interface TestServerOptions {
  readonly maxHeapMib?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startTestServer({ maxHeapMib, env }: TestServerOptions = {}): Promise<TestServer> {
  // The port next to this worker's own server: playwright.config.ts found it free.
  const port = serverPort(Number(process.env.TEST_PARALLEL_INDEX)) + 1;
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const health = async (): Promise<{ members: number } | undefined> => {
    try {
      const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
      return (await response.json()) as { members: number };
    } catch {
      return undefined; // not listening
    }
  };
  const server: TestServer = {
    url,
    async start() {
      const heap = maxHeapMib === undefined ? [] : [`--max-old-space-size=${maxHeapMib}`];
      child = spawn(process.execPath, [...heap, '--import', 'tsx', 'src/server/main.ts'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: '',
          ROOM_SECRET: roomSecret,
          ...env,
        },
      });
      await expect.poll(health, { message: `a server at ${url}`, intervals: [50] }).toBeDefined();
    },
    async stop() {
      if (!child) return;
      const { exitCode, signalCode } = child;
      const gone = new Promise((resolve) => child!.once('exit', resolve));
      child.kill('SIGKILL');
      if (exitCode === null && signalCode === null) await gone;
      child = undefined;
    },
    members: async () => (await health())?.members ?? 0,
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
  };
  await server.start();
  return server;
}
