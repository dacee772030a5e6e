// Browsers in separate network namespaces, on a network inside this machine that a test may degrade (wire.py). The room
// server has the first address, and one Chromium has each of the next. Root only; everything is removed at the end.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { chromium, expect, type Browser, type LaunchOptions } from '@playwright/test';

export interface Condition {
  readonly loss?: number;
  readonly delayMs?: number;
  readonly bitsPerSecond?: number;
  /** The router drops a packet that would wait longer; 300 ms by default. */
  readonly queueMs?: number;
  /** false: blocked. */
  readonly udp?: boolean;
  readonly cut?: boolean;
}

/** Why this machine cannot have such a network; undefined when it can. */
export function noNetworkHere(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  for (const tool of ['ip', 'python3'])
    if (spawnSync(tool, ['-V'], { stdio: 'ignore' }).error) return `needs ${tool}`;
  try {
    accessSync('/dev/net/tun', constants.R_OK | constants.W_OK);
  } catch {
    return 'needs /dev/net/tun';
  }
  return undefined;
}

const prefix = `ls${process.pid % 10_000}`;
/** TEST-NET-2: routed nowhere (RFC 5737). Browsers take it for the public Internet. */
const net = '198.51.100';
/** Addresses of a home or a school (RFC 1918). */
export const privateNet = '192.168.77';
const port = 8_080;
const root = path.resolve(import.meta.dirname, '../..');

/** A program on a machine of the network. */
export interface NetworkProgram {
  /** The output of the process so far. */
  output(): string;
  /** Resolves once it has ended. */
  stop(): Promise<void>;
}

export class NamespaceNetwork {
  readonly url: string;
  /** The address of the machine itself. */
  readonly host: string;
  readonly #browsers: Browser[] = [];
  readonly #programs: NetworkProgram[] = [];
  /** Removed at the end. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'lockstep-net-'));
  readonly #wire: ChildProcess;
  readonly #answers: Interface;
  #server: ChildProcess | undefined;

  /** `names`: the machines besides the server's, which is '-'. `env`: environment of the room server. */
  static async begin(
    names: readonly string[],
    env: NodeJS.ProcessEnv = {},
    addresses = net,
  ): Promise<NamespaceNetwork> {
    const network = new NamespaceNetwork(names, addresses);
    try {
      expect(await network.#receive()).toBe('ready');
      await network.#serve(env);
      return network;
    } catch (error) {
      await network.end();
      throw error;
    }
  }

  private constructor(
    readonly names: readonly string[],
    readonly addresses: string,
  ) {
    this.host = `${addresses}.1`;
    this.url = `http://${this.host}:${port}`;
    const wire = path.join(import.meta.dirname, 'wire.py');
    this.#wire = spawn('python3', [wire, prefix, addresses, '-', ...names], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#answers = createInterface(this.#wire.stdout!);
  }

  /** The address of the machine `name` in a network of the machines `names`. */
  static address(names: readonly string[], name: string): string {
    return `${net}.${names.indexOf(name) + 2}`;
  }

  /** Both directions between two machines. */
  async set(from: string, to: string, condition: Condition): Promise<void> {
    expect(await this.#send({ from, to, ...condition })).toBe('ok');
  }

  /** Packets passed and dropped, and bytes passed, per direction. */
  async counts(): Promise<Readonly<Record<string, readonly [number, number, number]>>> {
    return JSON.parse(await this.#send({ counts: true })) as Record<string, [number, number, number]>;
  }

  /** A browser on this machine of the network. */
  async browser(name: string, options: LaunchOptions): Promise<Browser> {
    const wrapper = path.join(this.folder, name);
    writeFileSync(
      wrapper,
      `#!/bin/sh\nexec ip netns exec ${prefix}-${name} ${options.executablePath} "$@"\n`,
    );
    chmodSync(wrapper, 0o755);
    const browser = await chromium.launch({
      ...options,
      executablePath: wrapper,
      args: [
        ...(options.args ?? []),
        // WebGPU is for secure pages; and there is no multicast to resolve .local names by.
        `--unsafely-treat-insecure-origin-as-secure=${this.url}`,
        '--disable-features=WebRtcHideLocalIpsWithMdns',
      ],
    });
    this.#browsers.push(browser);
    return browser;
  }

  run(name: string, command: readonly string[]): NetworkProgram {
    const inside = ['netns', 'exec', `${prefix}-${name}`, ...command];
    const child = spawn('ip', inside, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const program: NetworkProgram = {
      output: () => output,
      async stop() {
        child.kill('SIGKILL'); // `ip netns exec` has become the command
        await gone;
      },
    };
    this.#programs.push(program);
    return program;
  }

  async end(): Promise<void> {
    for (const program of this.#programs) await program.stop();
    for (const browser of this.#browsers) await browser.close().catch(() => undefined);
    this.#server?.kill('SIGKILL');
    const gone = new Promise((resolve) => this.#wire.once('exit', resolve));
    if (this.#wire.exitCode === null) {
      this.#wire.kill('SIGTERM');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #serve(env: NodeJS.ProcessEnv): Promise<void> {
    this.#server = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PORT: String(port), HOST: `${this.addresses}.1`, PUBLIC_URL: '', ...env },
    });
    const answers = async (): Promise<boolean> =>
      (await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))
        ?.ok ?? false;
    await expect.poll(answers, { message: `a server at ${this.url}`, timeout: 30_000 }).toBe(true);
  }

  async #send(command: object): Promise<string> {
    const answer = this.#receive();
    this.#wire.stdin!.write(`${JSON.stringify(command)}\n`);
    return answer;
  }

  #receive(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answers.once('line', resolve);
      this.#wire.once('exit', (code) => reject(new Error(`the network ended with exit code ${code}`)));
    });
  }
}
