// /r/CODE/watch#key: the ring as a device sees it that is no replica of it, because it cannot train, came late, or only
// looks. The key is in the link, or a member of an open room hands it over.
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { keyFromHash, roomPath, spellCode } from '../../src/replica/room-link';
import type { WatchedRing as Ring } from '../bridge/session/engine-room';
import { withWords } from '../bridge/session/page-language';
import { useAgeS, useWatchedRing } from '../bridge/session/use-watched-ring';
import { formatCount, formatShort, formatValue } from '../bridge/words/format';
import { hostWords } from '../bridge/words/host-words';
import {
  accuracyFact,
  headcount,
  madeFacts,
  ringPhaseWords,
  speedOf,
  stepWords,
  taskWords,
  watchWords,
} from '../bridge/words/watch-words';
import { useWatchedMarks } from '../panels/watch/use-watched-marks';
import { WatchedLoss } from '../panels/watch/watched-loss';
import { WatchedRing } from '../panels/watch/watched-ring';
import { WatchedSplit } from '../panels/watch/watched-split';
import { lossName, lossTable, lossWords, ringTable, splitTable } from '../panels/watch/watched-tables';
import { Button, buttonClass } from '../ui/button';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';
import { Frame } from './frame';
import { WatchEnd, WatchEntry } from './watch-entry';
import { watchingText } from '../text/watching';
import css from './watch.module.css';

const WatchedModel = lazy(() => import('../panels/playground/watched-playground'));
const WatchedLeague = lazy(() => withWords(import('../panels/league/watched-league')));
const ObserverQuestion = lazy(() => import('../panels/question/observer-question'));

export default function WatchScreen({ code: rawCode }: { code: string }) {
  return (
    <WatchEntry code={rawCode}>
      {(code) => <Watching code={code} roomKey={keyFromHash(location.hash)} />}
    </WatchEntry>
  );
}

function Watching({ code, roomKey }: { code: string; roomKey: string | undefined }) {
  const [attempt, setAttempt] = useState(0);
  const ring = useWatchedRing(code, roomKey, attempt);
  const again = (): void => setAttempt(attempt + 1);
  if (ring === 'missing' || ring?.state.kind === 'ended') return <WatchEnd ring={ring} onTryAgain={again} />;
  return <WatchView code={code} joinPath={roomPath(code, roomKey)} ring={ring} />;
}

/** Drawn from fixtures too. */
export function WatchView({
  code,
  joinPath,
  ring,
}: {
  code: string;
  joinPath: string;
  ring: Ring | undefined;
}) {
  const ageS = useAgeS(ring?.shown?.atMs);
  const picture = ring?.shown?.picture;
  const split = picture?.split;
  const isEnded = picture?.isEnded === true;
  const words = watchWords(ring?.state, ageS, isEnded);
  const marks = useWatchedMarks(picture);
  return (
    <Frame
      title={watchingText.watching(spellCode(code))}
      isWide
      tools={
        isEnded ? null : (
          <Link href={joinPath} className={buttonClass('plain', true)}>
            {watchingText.joinInstead}
          </Link>
        )
      }
    >
      <div className={css.stack}>
        <section className={css.head} aria-label={watchingText.whatWatched}>
          <h1>{watchingText.watching(spellCode(code))}</h1>
          <p className={words.isLive ? css.live : css.late} role="status">
            {words.text}
          </p>
          {isEnded || !picture?.host ? null : <p role="status">{hostWords(picture.host)}</p>}
          {isEnded ? null : <p className={css.note}>{watchingText.deviceOnlyWatches}</p>}
        </section>
        {picture ? (
          <>
            <section className={css.facts} aria-label={watchingText.runNow}>
              <p className={css.phase}>
                <strong>{ringPhaseWords(picture)}</strong> {stepWords(picture)}
                {picture.task ? ` · ${taskWords(picture)}` : ''}
              </p>
              <Facts
                columns={5}
                facts={[
                  ...(isEnded ? [] : [[watchingText.replicas, headcount(picture)] as const]),
                  [lossName(picture), formatValue(picture.loss)],
                  accuracyFact(picture),
                  ...madeFacts(picture),
                  [watchingText.examplesStep, formatCount(picture.batch)],
                  ...(isEnded
                    ? []
                    : [[watchingText.examplesPerSecond, formatShort(speedOf(picture))] as const]),
                ]}
              />
            </section>
            <div className={css.grid}>
              {ring && picture.question ? (
                <Panel title={watchingText.hostsQuestion} className={css.panel}>
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
                <Panel title={watchingText.league2} className={css.league}>
                  <Suspense fallback={null}>
                    <WatchedLeague league={picture.league} />
                  </Suspense>
                </Panel>
              ) : null}
              <Panel
                title={watchingText.loss}
                summary={lossWords(picture)}
                table={picture.curve.length > 0 ? () => lossTable(picture) : undefined}
                className={css.panel}
              >
                <WatchedLoss picture={picture} textPx={13} marks={marks} />
              </Panel>
              <Panel
                title={watchingText.ring2}
                table={picture.ring.length > 0 ? () => ringTable(picture) : undefined}
                className={css.panel}
              >
                <WatchedRing picture={picture} textPx={13} />
              </Panel>
              <Panel
                title={watchingText.whereTimeGoes}
                table={split ? () => splitTable(split) : undefined}
                className={css.panel}
              >
                <WatchedSplit picture={picture} />
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
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={watchingText.tryModel}>
      {isOpen ? (
        <Suspense fallback={<p role="status">{watchingText.loading}</p>}>
          <WatchedModel model={ring.model} wantModel={ring.wantModel} />
        </Suspense>
      ) : (
        <div className={css.stack}>
          <p className={css.note}>{watchingText.memberCanSend}</p>
          <p>
            <Button onClick={() => setIsOpen(true)}>{watchingText.askCopy}</Button>
          </p>
        </div>
      )}
    </Panel>
  );
}
