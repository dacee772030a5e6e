// A real nginx with a site of the test's own, in a folder that goes with it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const isNginxHere = spawnSync('nginx', ['-v']).error === undefined;

export class NginxProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** `site`: what stands within `http { }`. It may not listen yet. */
  static start(site: string): NginxProcess {
    if (!isNginxHere) throw new Error('nginx is missing: apt-get install nginx');
    const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-nginx-'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ');
    const file = path.join(folder, 'nginx.conf');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      file,
      `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/log;\nevents { worker_connections 4096; }\n` +
        `http { access_log off; ${temporary}\n${site}\n}\n`,
    );
    return new NginxProcess(spawn('nginx', ['-c', file], { stdio: 'inherit' }), folder);
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await gone;
    rmSync(this.folder, { recursive: true });
  }
}
