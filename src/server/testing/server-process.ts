// A room server in a process of its own, with a bounded heap, so that an attack may end it; for tests and benches. It
// serves whatever is built, or an empty folder.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export interface ServerProcessOptions {
  /** The working copy whose server runs; this one, if none is named. */
  readonly root?: string;
  readonly maxHeapMib?: number;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class ServerProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    /** What it has written to its standard error. */
    readonly complaints: () => string,
  ) {}

  static start({
    root = path.resolve(import.meta.dirname, '../../..'),
    maxHeapMib,
    flags = [],
    env,
  }: ServerProcessOptions = {}): Promise<ServerProcess> {
    const heap = maxHeapMib === undefined ? [] : [`--max-old-space-size=${maxHeapMib}`];
    const child = spawn(process.execPath, [...heap, '--import', 'tsx', 'src/server/main.ts', ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: '', ...env },
    });
    let [out, err] = ['', ''];
    child.stderr.on('data', (text) => (err += text));
    return new Promise((resolve, reject) => {
      child.stdout.on('data', (text) => {
        out += text;
        const url = /Lockstep is at (https?:\/\/\S+)\n/.exec(out)?.[1];
        if (url) resolve(new ServerProcess(child, url, () => err));
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${err}`)));
    });
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resident memory in MiB; 0 once it has ended. */
  get memoryMib(): number {
    try {
      const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(this.child.pid)], { encoding: 'utf8' });
      return Math.round(Number(kib) / 1024);
    } catch {
      return 0;
    }
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}
