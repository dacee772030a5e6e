// /r/CODE/watch#key: the ring as a device observes it that is no replica of it, because it cannot train, came late, or only
// looks. The key is in the link, or a member of an open room hands it over.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { spellCode } from '../../src/base/room-code';
import { roomPath, tryWish } from '../../src/replica/room-link';
import type { WatchedRing as Ring } from '../bridge/session/engine-room';
import { withWords } from '../bridge/session/page-language';
import { useAgeS } from '../bridge/session/use-watched-ring';
import { hostWords } from '../bridge/words/host-words';
import { ringFigures } from '../bridge/words/ring-figures';
import {
  learnedWords,
  nextWords,
  ringPhaseWords,
  stepWords,
  taskWords,
  watchWords,
} from '../bridge/words/watch-words';
import { useWatchedMarks } from '../panels/watch/use-watched-marks';
import { WatchedLoss } from '../panels/watch/watched-loss';
import { WatchedModel } from '../panels/watch/watched-model';
import { WatchedSplit } from '../panels/watch/watched-split';
import { lossTable, lossWords, ringTable, splitTable } from '../panels/watch/watched-tables';
import { Button, buttonClass } from '../ui/button';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';
import { Frame } from './frame';
import { WatchEntry } from './watch-entry';
import ui from '../ui/shape.module.css';
import css from './watch.module.css';

const ModelToTry = lazy(() => withWords(import('../panels/playground/watched-playground')));
const WatchedLeague = lazy(() => withWords(import('../panels/league/watched-league')));
const WatchedSum = lazy(() => withWords(import('../panels/watch/watched-sum')));
const ObserverQuestion = lazy(() => withWords(import('../panels/question/observer-question')));

export default function WatchScreen({ code: rawCode }: { code: string }) {
  return (
    <WatchEntry code={rawCode}>
      {({ code, key, mark }, ring) => (
        <WatchView code={code} joinPath={roomPath(code, key, mark)} ring={ring} />
      )}
    </WatchEntry>
  );
}

interface Props {
  code: string;
  joinPath: string;
  ring: Ring | undefined;
}

/** Drawn from fixtures too. */
export function WatchView({ code, joinPath, ring }: Props) {
  const ageS = useAgeS(ring?.shown?.atMs);
  const picture = ring?.shown?.picture;
  const split = picture?.split;
  const isEnded = picture?.isEnded === true;
  const words = watchWords(ring?.state, ageS, isEnded);
  const marks = useWatchedMarks(picture);
  return (
    <Frame
      title={t`Watching ${{ code: spellCode(code) }}`}
      isWide
      tools={
        isEnded ? null : (
          <Link href={joinPath} className={buttonClass('plain', true)}>
            {t`Join instead`}
          </Link>
        )
      }
    >
      <div className={ui.stack}>
        <section className={css.head} aria-label={t`What is watched`}>
          <h1>{t`Watching ${{ code: spellCode(code) }}`}</h1>
          <p className={words.isLive ? css.live : css.late} role="status">
            {words.text}
          </p>
          {isEnded || !picture?.host ? null : <p role="status">{hostWords(picture.host)}</p>}
          {isEnded ? null : (
            <p
              className={`${ui.quiet} ${css.note}`}
            >{t`This device only watches. It is in no sum. Members see that one more device watches.`}</p>
          )}
        </section>
        {picture ? (
          <>
            <section className={css.first} aria-label={t`What it has learned`}>
              <div className={css.model}>
                <WatchedModel seen={ring?.sample} step={picture.step} />
              </div>
              <p className={css.sentence}>{nextWords(picture) ?? learnedWords(picture)}</p>
            </section>
            <section className={`${ui.card} ${css.facts}`} aria-label={t`The run now`}>
              <p className={css.phase}>
                <strong>{ringPhaseWords(picture)}</strong> {stepWords(picture)}
                {picture.task ? ` · ${taskWords(picture)}` : ''}
              </p>
              <Facts columns={5} facts={ringFigures(picture, 'observer')} />
            </section>
            <div className={css.grid}>
              {ring && picture.question ? (
                <Panel title={t`The host’s question`} className={css.question}>
                  <Suspense fallback={null}>
                    <ObserverQuestion
                      host={picture.host}
                      key={picture.question.number}
                      now={picture.question}
                      mine={ring.mine}
                      onAnswer={ring.answer}
                    />
                  </Suspense>
                </Panel>
              ) : null}
              {picture.league ? (
                <Panel title={t`The league`} className={css.league}>
                  <Suspense fallback={null}>
                    <WatchedLeague league={picture.league} />
                  </Suspense>
                </Panel>
              ) : null}
              <Panel
                title={t`Loss`}
                summary={lossWords(picture)}
                table={picture.curve.length > 0 ? () => lossTable(picture) : undefined}
                className={css.panel}
              >
                <WatchedLoss view={picture} textPx={13} marks={marks} />
              </Panel>
              <Panel
                title={t`The ring`}
                table={picture.ring.length > 0 ? () => ringTable(picture) : undefined}
                className={css.panel}
              >
                <Suspense fallback={null}>
                  <WatchedSum view={picture} textPx={13} />
                </Suspense>
              </Panel>
              <Panel
                title={t`Where the time goes`}
                table={split ? () => splitTable(split) : undefined}
                className={css.panel}
              >
                <WatchedSplit split={picture.split} />
              </Panel>
            </div>
            {ring && !(isEnded && ring.model.got === undefined) ? <TryModel ring={ring} /> : null}
          </>
        ) : null}
      </div>
    </Frame>
  );
}

/** The playground of a device that watches: only when its person asks, for a copy of the model must come. */
function TryModel({ ring }: { ring: Ring }) {
  const [isOpen, setIsOpen] = useState(isTryAsked);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTryAsked()) holder.current?.scrollIntoView();
  }, []);
  return (
    <div ref={holder}>
      <Panel title={t`Try the model`}>
        {isOpen ? (
          <Suspense fallback={<p role="status">{t`Loading …`}</p>}>
            <ModelToTry model={ring.model} wantModel={ring.wantModel} />
          </Suspense>
        ) : (
          <div className={ui.stack}>
            <p
              className={`${ui.quiet} ${css.note}`}
            >{t`A member can send this device a copy of the model. What you then try is computed here.`}</p>
            <p>
              <Button onClick={() => setIsOpen(true)}>{t`Ask for a copy`}</Button>
            </p>
          </div>
        )}
      </Panel>
    </div>
  );
}

/** The link was that of the host’s playground. */
function isTryAsked(): boolean {
  return new URLSearchParams(location.search).has(tryWish);
}
