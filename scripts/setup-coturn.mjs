// coturn, the TURN server of some rows of the fault table. If missing, it is installed where that needs no question (root
// on Debian or Ubuntu). Without it, those rows are reported as not run. Its service does not stay running.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { family } from './setup-browsers.mjs';

const command = 'apt-get update && apt-get install -y --no-install-recommends coturn';

export function ensureCoturn() {
  if (!spawnSync('turnserver', ['--version'], { stdio: 'ignore' }).error) return;
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (!['debian', 'ubuntu'].includes(family(osRelease)) || process.getuid?.() !== 0) return;
  console.error(`Installing coturn:\n  ${command}`);
  const { status } = spawnSync('bash', ['-c', command], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) return void console.error(`That did not work (exit code ${status}).`);
  // The package starts it where systemd runs; the rows start their own.
  spawnSync('systemctl', ['disable', '--now', 'coturn'], { stdio: 'ignore' });
}
