// What runs in the pages of changes-visit.ts: it notes each time that the words of a screen changed, and when pictures came.
import type { Reading } from './changes-report';
import type { UiWindow } from './ui-visit';

interface ChangesWindow extends UiWindow {
  /** Each time that the words changed. */
  readonly changesSeen: readonly Reading[];
  /** When pictures came, epoch ms. */
  readonly changesPictures: readonly number[];
}

/** The function is a text: the names that tsx gives to functions within functions are unknown to a page. */
export const notePictures = `
  window.changesPictures = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"picture"')) window.changesPictures.push(Date.now());
      });
    }
  };`;

/** A frame draws what changed before it; a timer that it sets ends after the frame. */
export const noteWords = `(() => {
  window.changesPictures ??= [];
  const seen = (window.changesSeen = []);
  let last = '';
  let isDue = false;
  const read = () => {
    const strip = document.querySelector('section[aria-label="Status"]');
    const fact = strip?.querySelector('dl dd');
    const facts = document.querySelector('section[aria-label="The run now"]');
    const wall = document.querySelector('main > header p')?.textContent.split(' · ') ?? [];
    const unwell = [...document.querySelectorAll('main p')].map((p) => p.textContent).filter((text) => text.includes('not heard'));
    return {
      phase: (strip?.querySelector('h1') ?? facts?.querySelector('strong'))?.textContent ?? wall[0] ?? '',
      count: fact?.firstChild?.textContent ?? facts?.querySelector('dd')?.textContent ?? wall[2] ?? '',
      note: fact?.querySelector('small')?.textContent ?? (strip ? '' : unwell.join(' ')),
      share: document.querySelector('[class*="numeral"]')?.textContent ?? '',
    };
  };
  const note = () => {
    isDue = false;
    const reading = read();
    const text = JSON.stringify(reading);
    if (text === last) return;
    last = text;
    setTimeout(() => seen.push({ atMs: Date.now(), ...reading }));
  };
  const wake = () => {
    if (!isDue) requestAnimationFrame(note);
    isDue = true;
  };
  new MutationObserver(wake).observe(document.body, { subtree: true, childList: true, characterData: true });
  wake();
})()`;

export function pauseRun(): void {
  (window as unknown as UiWindow).lockstep!.send({ kind: 'host', command: { kind: 'pause' } });
}

export function showConsole(isConsole: boolean): void {
  history.pushState({}, '', `${location.pathname}${isConsole ? '?screen=console' : ''}${location.hash}`);
}

export function saysMembers(count: number): boolean {
  const { changesSeen } = window as unknown as ChangesWindow;
  return Number(changesSeen.at(-1)?.count.match(/\d+/g)?.at(-1)) === count;
}

export function saysShare(percent: string): boolean {
  const { changesSeen } = window as unknown as ChangesWindow;
  return changesSeen.at(-1)?.share.startsWith(percent) === true;
}

export function readingsSince(ms: number): readonly Reading[] {
  return (window as unknown as ChangesWindow).changesSeen.filter(({ atMs }) => atMs >= ms);
}

export function picturesUntil(ms: number): number | undefined {
  return (window as unknown as ChangesWindow).changesPictures.findLast((at) => at <= ms);
}

/** The record’s lines of new views, silences and phases. */
export async function recordOf(): Promise<string> {
  const record = await (window as unknown as UiWindow).lockstep!.flightRecord();
  return record
    .split('\n')
    .filter((line) => /"install |"input":"silent"|"kind":"phase"/.test(line))
    .join('\n');
}
