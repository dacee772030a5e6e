// A room server that a test may stop and start again under the same address.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';

export interface OwnServer {
  readonly url: string;
  /** Resolves once it answers. */
  start(): Promise<void>;
  /** SIGKILL: no goodbye, as when the power goes. Resolves once it is gone; a second call does nothing. */
  stop(): Promise<void>;
  /** In all of its rooms. */
  members(): Promise<number>;
}

const root = path.resolve(import.meta.dirname, '..');

export async function startOwnServer(): Promise<OwnServer> {
  // The port next to the tests' own server: as free as any that was asked for a moment ago.
  const port = Number(process.env.LOCKSTEP_E2E_PORT) + 1;
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
  const server: OwnServer = {
    url,
    async start() {
      child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: '' },
      });
      await expect.poll(health, { message: `a server at ${url}`, timeout: 30_000 }).toBeDefined();
    },
    async stop() {
      if (!child) return;
      const gone = new Promise((resolve) => child!.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      child = undefined;
    },
    members: async () => (await health())?.members ?? 0,
  };
  await server.start();
  return server;
}
