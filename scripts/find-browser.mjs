// The path of a browser's executable: from an environment variable (CHROMIUM, FIREFOX), else from the PATH.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
};

/**
 * @param {'chromium' | 'firefox'} browser
 * @returns {string | undefined} absolute path, or undefined when none is installed
 */
export function findBrowser(browser) {
  const set = process.env[browser.toUpperCase()];
  if (set) return set;
  for (const name of names[browser])
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const candidate = path.join(folder, name);
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {
        continue;
      }
    }
  return undefined;
}
