// A real Redis on a free port of this machine, which keeps nothing; for tests and benches.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { freePort } from './free-port';

export const isRedisHere = spawnSync('redis-server', ['--version']).error === undefined;

export class RedisProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** `more`: further arguments of redis-server. */
  static async start(port?: number, ...more: readonly string[]): Promise<RedisProcess> {
    const at = port ?? (await freePort());
    const args = ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more];
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      let out = '';
      child.stdout.on('data', (text) => {
        out += String(text);
        if (out.includes('Ready to accept connections')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${out}`)));
      child.once('error', () => reject(new Error('redis-server is missing: apt-get install redis-server')));
    });
    return new RedisProcess(child, at);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}
