// The real room server in a separate process, so that tests can stop it, lose it and bring it back.
import { spawn } from 'node:child_process';
import path from 'node:path';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** The whole output of the process. */
  output(): string;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Resolves when the server listens; rejects with its output when it ends before. `port` 0: any free port. */
export async function startServerProcess(
  port = 0,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const receive = (chunk: Buffer): void => {
      output += chunk.toString();
      const at = /Lockstep is at (\S+)/.exec(output);
      if (at) resolve(at[1]);
    };
    child.stdout.on('data', receive);
    child.stderr.on('data', receive);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  const end = (signal: NodeJS.Signals) => async (): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    port: Number(new URL(url).port),
    output: () => output,
    kill: async () => void (await end('SIGKILL')()),
    stop: end('SIGTERM'),
  };
}
