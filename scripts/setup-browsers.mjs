// The browsers of the tests. Missing ones are installed if that needs no question (root on Debian or Ubuntu). Otherwise
// the exact command is printed. Plain Node without imports from node_modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './find-browser.mjs';

/** Package names per family of distributions; `os-release` names the family in ID or ID_LIKE. */
const families = {
  debian: {
    install: 'apt-get update && apt-get install -y --no-install-recommends',
    packages: { chromium: 'chromium', firefox: 'firefox-esr', vulkan: 'mesa-vulkan-drivers' },
  },
  // Ubuntu's chromium and firefox packages are snap launchers, which do not run in containers or CI.
  ubuntu: {
    install: 'apt-get update && apt-get install -y --no-install-recommends',
    packages: { chromium: 'chromium-browser', firefox: 'firefox', vulkan: 'mesa-vulkan-drivers' },
  },
  fedora: {
    install: 'dnf install -y',
    packages: { chromium: 'chromium', firefox: 'firefox', vulkan: 'mesa-vulkan-drivers' },
  },
  arch: {
    install: 'pacman -S --noconfirm',
    packages: { chromium: 'chromium', firefox: 'firefox', vulkan: 'vulkan-swrast' },
  },
  alpine: {
    install: 'apk add',
    packages: { chromium: 'chromium', firefox: 'firefox-esr', vulkan: 'mesa-vulkan-swrast' },
  },
  suse: {
    install: 'zypper install -y',
    packages: { chromium: 'chromium', firefox: 'MozillaFirefox', vulkan: 'libvulkan_lvp' },
  },
};

/** @typedef {'chromium' | 'firefox' | 'vulkan'} Need */

/**
 * What of `needs` is not on this machine. `vulkan` is the software Vulkan driver that gives Firefox its WebGPU
 * adapter; Chromium brings its own.
 * @param {readonly Need[]} needs
 * @returns {Need[]}
 */
export function missing(needs) {
  return needs.filter((need) => (need === 'vulkan' ? !hasVulkanDriver() : !usable(findBrowser(need))));
}

/**
 * The family of an /etc/os-release text, or undefined when it is none we know.
 * @param {string} osRelease
 * @returns {keyof typeof families | undefined}
 */
export function family(osRelease) {
  const ids = [...osRelease.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)"?$/gm)].flatMap((match) =>
    match[1].split(' '),
  );
  if (ids.includes('ubuntu')) return 'ubuntu'; // Ubuntu is ID_LIKE debian
  return Object.keys(families).find((name) => ids.some((id) => id === name || id.startsWith(`${name}-`)));
}

/**
 * The command that installs `needs`, to be run as root.
 * @param {string} osRelease
 * @param {readonly Need[]} needs
 */
export function installCommand(osRelease, needs) {
  const known = families[family(osRelease)];
  return known && `${known.install} ${needs.map((need) => known.packages[need]).join(' ')}`;
}

/** Installs what is missing, or prints how to and ends the process. */
export function ensureBrowsers(needs) {
  let absent = missing(needs);
  if (absent.length === 0) return;
  for (const need of absent)
    if (process.env[need.toUpperCase()])
      stop(`${need.toUpperCase()}=${process.env[need.toUpperCase()]} is not there.`);
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const command = installCommand(osRelease, absent);
  const mayInstall = ['debian', 'ubuntu'].includes(family(osRelease)) && process.getuid?.() === 0;
  if (!mayInstall) stop(advice(absent, command));
  console.error(`Installing ${absent.join(', ')}:\n  ${command}`);
  const { status } = spawnSync('bash', ['-c', command], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  absent = missing(needs);
  if (status !== 0 || absent.length > 0)
    stop(
      `That did not work (exit code ${status}). ${advice(absent, installCommand(osRelease, absent))}` +
        (family(osRelease) === 'ubuntu'
          ? '\nUbuntu ships these browsers as snaps; without snapd, use the .deb of Google Chrome and Mozilla’s Firefox.'
          : ''),
    );
}

function advice(absent, command) {
  const lines = [`Missing on this machine: ${absent.join(', ')}.`];
  if (command) lines.push('Install as root:', `  ${command}`);
  else lines.push('Install Chromium or Google Chrome, and Firefox 147 or newer.');
  if (absent.some((need) => need !== 'vulkan'))
    lines.push('Or name executables you have: CHROMIUM=/path/to/chromium FIREFOX=/path/to/firefox npm test');
  return lines.join('\n');
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

function usable(executable) {
  return executable !== undefined && existsSync(executable);
}

/** Only Linux needs a driver package; other systems bring one. */
function hasVulkanDriver() {
  if (process.platform !== 'linux') return true;
  if (process.env.VK_ICD_FILENAMES || process.env.VK_DRIVER_FILES) return true;
  return ['/usr/share/vulkan/icd.d', '/usr/local/share/vulkan/icd.d', '/etc/vulkan/icd.d'].some(
    (folder) =>
      existsSync(folder) &&
      readdirSync(folder).some((file) => path.extname(file) === '.json' && !/virtio|gfxstream/.test(file)),
  );
}
