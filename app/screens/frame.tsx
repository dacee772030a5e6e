// The frame of every screen: skip link, brand, pages, tools, main, footer. A new screen takes the focus that the old one
// had: its heading is read first, and the next Tab goes on from there.
import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { exampleCode, spellCode } from '../../src/base/room-code';
import { linkKey, roomPath } from '../../src/replica/room-link';
import type { RoomTicket } from '../../src/replica/protocol';
import { useCurrentSession } from '../bridge/session/current-session';
import type { Session } from '../bridge/session/session';
import { chooseLanguage, useFailedLanguage } from '../bridge/session/page-language';
import { useViewSettings, setView } from '../bridge/session/view-settings';
import { Button, buttonClass } from '../ui/button';
import { language } from '../words/language';
import { languageName, languages } from '../words/languages';
import ui from '../ui/shape.module.css';
import css from './frame.module.css';

interface Props {
  /** The document's title. */
  title: string;
  tools?: ReactNode;
  isWide?: boolean;
  /** It shows the room itself, and so no way back to it. */
  isOfRoom?: boolean;
  children: ReactNode;
}

export function Frame({ title, tools, isWide = false, isOfRoom = false, children }: Props) {
  useEffect(() => {
    document.title = title === 'Lockstep' ? title : `${title} · Lockstep`;
  }, [title]);
  useEffect(takeFocus, []);
  return (
    <div className={`${css.frame} ${isOfRoom ? css.ofRoom : ''}`}>
      <a className={css.skip} href="#main" onClick={skipToMain}>
        {t`Skip to the content`}
      </a>
      <header className={css.top}>
        <Link href="/" className={css.brand} translate="no">
          <Mark />
          {t`Lockstep`}
        </Link>
        <Pages />
        <div className={css.tools}>
          {isOfRoom ? null : <StillInRoom />}
          {tools}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={`${css.main} ${isWide ? css.wide : css.narrow}`}>
        {children}
      </main>
      <footer className={`${ui.faint} ${css.foot}`}>
        <span>{t`Every tab holds the whole model; all hold the same bits.`}</span>
        <Link href="/privacy">{t`Privacy`}</Link>
        <Link href="/network">{t`For network administrators`}</Link>
      </footer>
    </div>
  );
}

const pages = [
  ['/lessons', () => t`Lessons`],
  ['/calculator', () => t`Calculator`],
  ['/playground', () => t`Playground`],
  ['/check', () => t`Check`],
] as const;

/** The pages of the product, the language and the theme. Where they have no room beside the brand, a button shows them. */
function Pages() {
  const [path] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div
      className={css.pages}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsOpen(false);
      }}
    >
      <Button isSmall className={css.menu} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t`Menu`}
      </Button>
      <div className={css.list} data-open={isOpen || undefined}>
        <nav aria-label={t`Pages`} className={css.links}>
          {pages.map(([href, words]) => (
            <Link key={href} href={href} aria-current={isWithin(path, href) ? 'page' : undefined}>
              {words()}
            </Link>
          ))}
        </nav>
        <LanguageChoice />
        <ThemeButton />
      </div>
    </div>
  );
}

/** A lesson belongs to the lessons. */
function isWithin(path: string, href: string): boolean {
  return path === href || (href === '/lessons' && path.startsWith('/lesson/'));
}

let isFirstScreen = true;

/** The focus is lost with the screen that had it. The first screen of a visit leaves it to the browser. */
function takeFocus(): void {
  const isFirst = isFirstScreen;
  isFirstScreen = false;
  if (!isFirst && document.activeElement === document.body) focusHeading();
}

/** A heading that comes after its frame takes the focus that the frame has. */
export function useLateHeading(isThere: boolean): void {
  useEffect(() => {
    if (isThere) moveToHeading();
  }, [isThere]);
}

function moveToHeading(): void {
  if (document.activeElement?.id === 'main') focusHeading();
}

function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector('h1') ?? main;
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** On every other screen of a page whose replica is in a room: the replica lives outside the screens, and works on. */
function StillInRoom() {
  const session = useCurrentSession();
  const [path] = useLocation();
  const { place } = session ?? {};
  if (!session || place?.kind !== 'room' || path.startsWith(roomPath(place.ticket.code, undefined)))
    return null;
  return <WayBack session={session} ticket={place.ticket} />;
}

function WayBack({ session, ticket }: { session: Session; ticket: RoomTicket }) {
  const phase = useStore(session.store, ({ forControls }) => forControls?.phase.kind);
  if (phase === 'left' || phase === 'failed') return null;
  return (
    <>
      <span>{t`This tab is still in room ${{ room: spellCode(ticket.code) }}.`}</span>
      <Link href={roomPath(ticket.code, linkKey(ticket), ticket.mark)} className={buttonClass()}>
        {t`Back to the room`}
      </Link>
    </>
  );
}

/** Written by hand: the fragment may hold the room key, and must not be replaced. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

const themes = ['system', 'light', 'dark'] as const;
const themeWords = {
  system: () => t`Theme: auto`,
  light: () => t`Theme: light`,
  dark: () => t`Theme: dark`,
} as const;

function ThemeButton() {
  const { theme } = useViewSettings();
  return (
    <Button
      kind="quiet"
      isSmall
      onClick={() => setView({ theme: themes[(themes.indexOf(theme) + 1) % themes.length] })}
    >
      {themeWords[theme]()}
    </Button>
  );
}

function LanguageChoice() {
  const failed = useFailedLanguage();
  return (
    <>
      <select
        className={css.language}
        aria-label={t`Language`}
        value={language()}
        onChange={(event) => chooseLanguage(event.target.value)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageName(each)}
          </option>
        ))}
      </select>
      {failed ? (
        <span role="status">{t`${{ language: languageName(failed) }} could not be loaded, so not all words are in it. Choose it again.`}</span>
      ) : null}
    </>
  );
}

export function Loading() {
  // It goes when the screen and its heading are there.
  useEffect(() => moveToHeading, []);
  return (
    <p className={css.loading} role="status">
      {t`Loading …`}
    </p>
  );
}

export function NotFoundScreen() {
  return (
    <Frame title={t`Nothing here`}>
      <h1>{t`Nothing is at this address`}</h1>
      <p
        style={{ margin: '0.75rem 0 1.5rem' }}
      >{t`The link may be cut short. A room’s link looks like ${{ roomPath: roomPath(exampleCode, undefined) }}.`}</p>
      <Link href="/" className={buttonClass('primary')}>
        {t`To the start`}
      </Link>
    </Frame>
  );
}

/** The logo: three replicas on one circle, evenly apart. */
function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="var(--accent)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M20.4 5.4a11.5 11.5 0 0 1 6.9 12M21.9 25.9a11.5 11.5 0 0 1-11.8 0M4.7 17.4a11.5 11.5 0 0 1 6.9-12" />
      </g>
      <g fill="var(--accent)">
        <circle cx="16" cy="4.5" r="2.9" />
        <circle cx="25.96" cy="21.75" r="2.9" />
        <circle cx="6.04" cy="21.75" r="2.9" />
      </g>
    </svg>
  );
}
