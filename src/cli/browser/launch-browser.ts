// Real browsers for `npm run ring`: one process per kind, each with a fresh profile that is removed at the end. Hidden
// tabs stay as throttled as they are for users. Seen in Chromium 156 and Firefox 153: a hidden tab's main thread gets
// one timer a second and no animation frames. Its Worker keeps its pace (WebGPU included), so a replica needs nothing
// switched off. The invariant: no browser or profile outlives this process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { fail, ok, type Result } from '../../base/result';
import { hardwareArgs, softwareArgs } from '../../../scripts/chromium-args.mjs';
import { findBrowser } from '../../../scripts/find-browser.mjs';

export type BrowserName = 'chromium' | 'firefox';

export interface RunningBrowser {
  readonly name: BrowserName;
  /** 'Chrome/156.0.8078.79', 'firefox/153.7.0'. */
  readonly version: string;
  /** A new tab in front of the others, which become hidden. */
  newTab(): Promise<Page>;
  /** The browser itself, for tools that measure it. */
  readonly driver: Browser;
  /** Ends the browser even when it hangs, then removes its profile. Never rejects. */
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly headful: boolean;
  /** Let Chromium choose the adapter; otherwise its software one. Firefox always chooses. */
  readonly hardware: boolean;
  /** The pages do not move, as for a person who asks for less motion: Home would train a ring for its picture. */
  readonly isStill?: boolean;
}

const startLimitMs = 60_000;
const closeLimitMs = 5_000;

export async function launchBrowser(
  name: BrowserName,
  options: BrowserOptions,
): Promise<Result<RunningBrowser, 'not-found' | 'not-started'>> {
  const executablePath = findBrowser(name);
  if (!executablePath)
    return fail(
      'not-found',
      `${name} is not installed; install it, or set ${name.toUpperCase()}=/path/to/it`,
    );
  const profile = mkdtempSync(path.join(tmpdir(), `lockstep-${name}-`));
  const removeProfile = (): void =>
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.once('exit', removeProfile); // registered before the launch, so it runs after the browser's own kill
  const forget = (): void => {
    process.off('exit', removeProfile);
    removeProfile();
  };
  try {
    const browser = await puppeteer.launch({
      ...(name === 'chromium' ? chromium(options) : firefox(options)),
      executablePath,
      userDataDir: profile,
      headless: !options.headful,
      defaultViewport: null,
      timeout: startLimitMs,
      // Signals are for the command, which says goodbye first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return ok(await running(name, browser, forget));
  } catch (error) {
    forget();
    return fail('not-started', `${executablePath} did not start: ${(error as Error).message}`);
  }
}

async function running(name: BrowserName, browser: Browser, forget: () => void): Promise<RunningBrowser> {
  // The browser opens with one empty tab, which is used first.
  let spare: Page | undefined = (await browser.pages())[0];
  return {
    name,
    version: await browser.version(),
    async newTab() {
      const page = spare ?? (await browser.newPage());
      spare = undefined;
      return page;
    },
    driver: browser,
    async close() {
      const child = browser.process();
      const limit = setTimeout(() => child?.kill('SIGKILL'), closeLimitMs);
      try {
        await browser.close();
      } catch {
        child?.kill('SIGKILL'); // it no longer answers, which is the wanted end in any case
      } finally {
        clearTimeout(limit);
        forget();
      }
    },
  };
}

function chromium({ hardware, isStill }: BrowserOptions): LaunchOptions {
  return {
    browser: 'chrome',
    args: [
      // Only pages of our own server are opened, and containers forbid the sandbox's namespaces.
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      ...(hardware ? hardwareArgs : softwareArgs),
      '--disable-background-networking',
      ...(isStill ? ['--force-prefers-reduced-motion'] : []),
      // Plain addresses in the candidates: machines without multicast cannot resolve the .local names.
      // Two pages of the address bar, which no window without a person needs: most of what a window costs at its start.
      '--disable-features=WebRtcHideLocalIpsWithMdns,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ],
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  };
}

function firefox({ isStill }: BrowserOptions): LaunchOptions {
  return {
    browser: 'firefox',
    extraPrefsFirefox: {
      'dom.webgpu.enabled': true,
      ...(isStill ? { 'ui.prefersReducedMotion': 1 } : {}),
      'dom.webgpu.allow-cpu-adapter': true, // Mesa's lavapipe is a CPU adapter
      'gfx.webgpu.ignore-blocklist': true,
      'media.peerconnection.ice.obfuscate_host_addresses': false, // as above: no .local names
    },
  };
}
