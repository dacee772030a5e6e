// A panel as a person reads it, drawn in Node from a state of the panel lab, in any language. React on the server draws without
// a page: what only effects show, and what a press changes, is tested in a browser.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { Session, type Place } from '../../bridge/session/session';
import { SessionProvider } from '../../bridge/session/session-context';
import { speakIn } from '../../testing/speak-in';
import { scenarios } from '../../../tools/lab/fixtures/scenarios';

/** Those in which tests say what a panel shows. */
export const saidLanguages = ['en', 'de', 'fr'] as const;

const room: Place = {
  kind: 'room',
  ticket: { code: 'K7QM4PTX9', key: 'q3ZkT0m7vWcR2xYhLp9sNf', hostToken: undefined, isOpen: true },
};

/** What is drawn of a panel in a state of the panel lab, by its name. */
export function markupAt(state: string, panel: ReactNode, place?: Place): string {
  const scenario = scenarios.find(({ name }) => name === state);
  if (!scenario) throw new Error(`the panel lab has no state ${state}`);
  const { replicas } = scenario;
  const where = place ?? (scenario.place === 'alone' ? { kind: 'alone', replicas } : room);
  const session = new Session([scenario.handle()], where);
  // On a server zustand would draw the state from before the first snapshot.
  session.store.getInitialState = session.store.getState;
  try {
    return drawn(<SessionProvider session={session}>{panel}</SessionProvider>);
  } finally {
    session.end();
  }
}

/** What is drawn of a screen or a panel that needs no session. */
export function drawn(screen: ReactNode): string {
  // A canvas that draws no text: labels are as wide as their characters are many. A browser that can do little.
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('innerWidth', 1280);
  vi.stubGlobal('innerHeight', 720);
  vi.stubGlobal('location', new URL('https://lockstep.example/r/K7QM4PTX9'));
  try {
    return renderToStaticMarkup(screen);
  } finally {
    vi.unstubAllGlobals();
  }
}

/** The panel’s words, in the order of the page. Spaces of every width are one space. */
export function textOf(markup: string): string {
  return markup
    .replace(/<\/?[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: keyof typeof characters) => characters[name])
    .replace(/\s+/g, ' ')
    .trim();
}

const characters = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" } as const;

/** The words of a panel in a state. */
export function textAt(state: string, panel: ReactNode, place?: Place): string {
  return textOf(markupAt(state, panel, place));
}

/** A part of what a panel says in a state, in every language. */
export interface Said extends Readonly<Record<(typeof saidLanguages)[number], string>> {
  readonly state: string;
  readonly panel: string;
}

/** What is missing: each sentence with the whole text of its panel. `panels`: by name. */
export async function unsaid(
  said: readonly Said[],
  panels: Readonly<Record<string, ReactNode>>,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const language of saidLanguages) {
    await speakIn(language);
    const texts = new Map<string, string>();
    for (const { panel, state, ...sentences } of said) {
      const name = `${panel}, ${state}`;
      const text = texts.get(name) ?? textAt(state, panels[panel]);
      texts.set(name, text);
      if (!text.includes(sentences[language]))
        missing.push(`${name}, ${language}: “${sentences[language]}” in “${text}”`);
    }
  }
  await speakIn('en');
  return missing;
}
