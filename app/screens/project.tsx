// /r/CODE/project#key: an observer's screen for a wall. Giant address, code and QR code while people join; then the model,
// the loss and the sum, or another picture, by itself or chosen. The buttons are in sight only while the pointer moves or the
// focus is on one. Counts and never names. All text is at least 24 px, at a contrast of 7:1.
import { plural, t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect } from 'react';
import { spellCode } from '../../src/base/room-code';
import { roomUrl } from '../../src/replica/room-link';
import type { RingView } from '../../src/replica/ring-view';
import type { WatchedRing as Ring } from '../bridge/session/engine-room';
import { withWords } from '../bridge/session/page-language';
import { usePublicAddress } from '../bridge/session/use-public-address';
import { useAgeS } from '../bridge/session/use-watched-ring';
import { useWakeLock } from '../bridge/session/wake-lock';
import { hasSlide, slideNames, slides, slideTitles, type Slide } from '../bridge/words/slide-words';
import { wallNotes } from '../bridge/words/wall-notes';
import { headcount } from '../bridge/words/participants';
import { learnedWords, nextWords, ringPhaseWords, stepWords, watchWords } from '../bridge/words/watch-words';
import { useWatchedMarks } from '../panels/watch/use-watched-marks';
import { QrCode } from '../ui/qr-code';
import { ProjectedPicture } from './projected-picture';
import { WatchEntry } from './watch-entry';
import { useIdle } from './use-idle';
import { useSlides } from './use-slides';
import css from './project.module.css';

const LessonTitle = lazy(() => withWords(import('../panels/question/lesson-title')));

export default function ProjectScreen({ code: rawCode }: { code: string }) {
  const address = usePublicAddress();
  return (
    <WatchEntry code={rawCode}>
      {({ code, key, mark }, ring) => (
        // A private room's code alone opens nothing.
        <Projector
          code={code}
          url={roomUrl(address, code, ring?.isOpen === true ? undefined : key, mark)}
          ring={ring}
        />
      )}
    </WatchEntry>
  );
}

/** `url`: the join link. Drawn from fixtures too. */
export function Projector({ code, url, ring }: { code: string; url: string; ring: Ring | undefined }) {
  useWakeLock(true);
  useEffect(() => {
    document.title = t`Projector ${{ code: spellCode(code) }} · Lockstep`;
  }, [code]);
  const ageS = useAgeS(ring?.shown?.atMs);
  const picture = ring?.shown?.picture;
  const isEnded = picture?.isEnded === true;
  const words = watchWords(ring?.state, ageS, isEnded);
  const isPrivate = ring?.isOpen === false;
  const notes = wallNotes(picture, url);
  const marks = useWatchedMarks(picture);
  const hasBegun = picture !== undefined && picture.step > 0;
  const isOver = picture?.ringPhase === 'finished' || isEnded;
  const there = slides.filter((each) => (each === 'join' ? !isEnded : hasSlide(picture, each)));
  const { slide, isHeld, choose, hold } = useSlides(
    hasBegun,
    isOver,
    picture && chosenByHost(picture.shows),
    picture && questionStage(picture.question),
    there,
  );
  const [host, path] = addressParts(url);
  const isIdle = useIdle();
  const isLesson = slide === 'question' || slide === 'why';
  const title = slide === 'loss' && isOver ? t`What this ring made` : slideTitles[slide]();
  return (
    <main className={`${css.wall} ${isIdle ? css.idle : ''}`} id="main">
      {isEnded && slide === 'join' ? (
        <h1 className={css.over}>{t`The room has ended`}</h1>
      ) : slide === 'join' || !picture ? (
        <section className={css.join} aria-label={t`How to join`}>
          <QrCode text={url} className={css.giantQr} />
          <div className={css.how}>
            {isPrivate ? (
              <>
                <h1 className={css.address}>{t`Scan the picture to join`}</h1>
                <p>{t`The code alone does not open this private room: only the picture or the whole link does.`}</p>
                <p className={css.here}>
                  {host} · {spellCode(code)}
                </p>
              </>
            ) : (
              <>
                <p className={css.address}>
                  {host}
                  <wbr />
                  {path}
                </p>
                <h1 className={css.code}>{spellCode(code)}</h1>
              </>
            )}
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {isPrivate && !picture ? null : <p className={css.here}>{hereWords(picture)}</p>}
          </div>
        </section>
      ) : (
        <>
          <header className={css.strip}>
            <div className={css.stripText}>
              <h1 className={css.title}>
                {picture.question && isLesson ? (
                  <Suspense fallback={title}>
                    <LessonTitle asks={picture.question.asks} otherwise={title} />
                  </Suspense>
                ) : (
                  title
                )}
              </h1>
              <p>
                {isEnded
                  ? `${ringPhaseWords(picture)} · ${stepWords(picture)}`
                  : t`${{ ringPhase: ringPhaseWords(picture) }} · ${{ step: stepWords(picture) }} · ${{ headcount: headcount(picture) }} ${plural({ length: picture.ring.length }, { one: 'member', other: 'members' })}`}
              </p>
              {isEnded || isLesson ? null : notes.map((note) => <p key={note}>{note}</p>)}
            </div>
            {isEnded || picture.door === 'locked' ? null : (
              <>
                {isPrivate ? null : (
                  <p className={css.stripCode}>
                    <span>{host}</span> <strong>{spellCode(code)}</strong>
                  </p>
                )}
                <QrCode text={url} className={css.smallQr} />
              </>
            )}
          </header>
          <section className={`${css.stage} ${words.isLive ? '' : css.old}`} aria-label={title}>
            <ProjectedPicture slide={slide} picture={picture} sample={ring?.sample} marks={marks} />
          </section>
        </>
      )}
      <footer className={css.foot}>
        {picture && slide !== 'join' && words.isLive ? (
          <p className={css.sentence}>{nextWords(picture) ?? learnedWords(picture)}</p>
        ) : null}
        <p className={words.isLive ? css.live : css.late} role="status">
          {words.text}
        </p>
        <nav className={css.slides} aria-label={t`Pictures`}>
          {slides.map((each) => (
            <button
              key={each}
              type="button"
              className={css.button}
              aria-pressed={each === slide}
              disabled={!there.includes(each)}
              onClick={() => choose(each)}
            >
              {slideNames[each]()}
            </button>
          ))}
          <button type="button" className={css.button} aria-pressed={!isHeld} onClick={() => hold(!isHeld)}>
            {t`By itself`}
          </button>
        </nav>
      </footer>
    </main>
  );
}

/** It changes when the host asks, closes the question, runs the lesson, or says what came. The second word: the wall stays
 *  with the question, for answers come, or the class runs the lesson together (H19). */
function questionStage(question: RingView['question']): string {
  if (!question) return '';
  const { number, isOpen, run, measured } = question;
  return `${number} ${isOpen || run !== undefined} ${measured === undefined}`;
}

/** By a later page's host it may be a picture that this page does not know. */
function chosenByHost(shows: string | undefined): Slide | 'by itself' {
  return slides.find((slide) => slide === shows) ?? 'by itself';
}

/** 'http://192.168.0.7:8080' and '/r/K7QM4PTX9'; the key of a private room is for the QR code only. */
function addressParts(url: string): readonly [host: string, path: string] {
  const [address] = url.split('#');
  const at = address.indexOf('/r/');
  return [address.slice(0, at).replace(/^https?:\/\//, ''), address.slice(at)];
}

function hereWords(picture: NonNullable<Ring['shown']>['picture'] | undefined): string {
  if (!picture) return t`Open the address or scan the picture, then press Join.`;
  const count = headcount(picture);
  const phase = ringPhaseWords(picture);
  return plural(
    { members: picture.ring.length },
    { one: `${count} member is here. ${phase}.`, other: `${count} members are here. ${phase}.` },
  );
}
