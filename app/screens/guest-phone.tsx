// A guest's phone: the picture of the model and one sentence, then the one thing to do now; figures are behind a tap.
import { plural, t } from '@lingui/core/macro';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Snapshot } from '../../src/replica/protocol';
import { withWords } from '../bridge/session/page-language';
import { useSession, useSessionState, useShown } from '../bridge/session/session-context';
import { formatCount } from '../bridge/words/format';
import { participants } from '../bridge/words/participants';
import { peerName } from '../bridge/words/peer-names';
import { phaseWords } from '../bridge/words/phase-words';
import { StatusStrip } from '../panels/activity/status-strip';
import { ResumeProvider } from '../panels/host/resume-dialog';
import { ModelPicture } from '../panels/sample/model-picture';
import { useAsking } from '../panels/sample/use-asking';
import { Button } from '../ui/button';
import { Cell, Dashboard } from './dashboard';
import { Gathering } from './gathering';
import { QuestionCard, RosterPanel, WaysOn } from './ring-parts';
import ui from '../ui/shape.module.css';
import css from './guest-phone.module.css';

const WatchedSum = lazy(() => withWords(import('../panels/watch/watched-sum')));

interface Props {
  /** Nothing is trained yet. */
  isGathering: boolean;
  onLeave: () => void;
}

export default function GuestPhone({ isGathering, onLeave }: Props) {
  const session = useSession();
  const shown = useShown();
  // An address may open one of the figures.
  const [hasFigures, setHasFigures] = useState(() => new URLSearchParams(location.search).has('tab'));
  const [plays, setPlays] = useState(0);
  const isFinished = shown.phase.kind === 'finished';
  const playWithIt = (): void => {
    setPlays(plays + 1);
    setHasFigures(true);
  };
  const words = phaseWords(shown, (id) => peerName(shown, id));
  const { learned, place } = guestWords(shown);
  return (
    <div className={`${css.phone} ${shown.question ? css.asked : ''}`}>
      <Picture isGathering={isGathering} />
      <section className={css.words} aria-label={t`You and the ring`}>
        <h1>{place}</h1>
        {learned ? <p className={css.learned}>{learned}</p> : null}
        <p className={`${css.phase} ${css[words.tone] ?? ''}`} role="status">
          <strong>{words.title}</strong> {words.detail}
        </p>
      </section>
      {shown.question ? <QuestionCard /> : null}
      {isFinished ? <WaysOn onPlay={playWithIt} /> : null}
      <details
        className={css.figures}
        open={hasFigures}
        onToggle={(event) => setHasFigures(event.currentTarget.open)}
      >
        <summary>{isFinished ? t`What this ring made` : t`Figures`}</summary>
        {hasFigures ? (
          <ResumeProvider>
            <div className={ui.stack}>
              <StatusStrip />
              {isGathering ? (
                <Gathering session={session} onLeave={onLeave} isPhone />
              ) : (
                <Dashboard key={plays} onLeave={onLeave} opensAt={plays > 0 ? 'play' : undefined} />
              )}
              {isGathering ? (
                <Cell>
                  <RosterPanel />
                </Cell>
              ) : null}
            </div>
          </ResumeProvider>
        ) : null}
      </details>
      {hasFigures ? null : (
        <p className={css.leave}>
          <Button isSmall onClick={onLeave}>{t`Leave the ring`}</Button>
        </p>
      )}
    </div>
  );
}

/** The model as it is; before it is trained, the ring that gathers. Both have one place, so that nothing moves. */
function Picture({ isGathering }: Pick<Props, 'isGathering'>) {
  const holder = useRef<HTMLDivElement>(null);
  const shown = useShown();
  const sample = useSessionState((state) => state.sample);
  const ownRank = shown.peers.find(({ isSelf }) => isSelf)?.rank;
  useAsking(holder);
  return (
    <div
      ref={holder}
      className={`${css.picture} ${isGathering ? css.gathers : sample ? css[sample.kind] : ''}`}
    >
      {isGathering && shown.ring.length > 0 ? (
        <Suspense fallback={null}>
          <WatchedSum view={shown} textPx={15} isBare selfRank={ownRank} />
        </Suspense>
      ) : sample && !isGathering ? (
        <ModelPicture sample={sample} />
      ) : (
        <p className={css.none}>{t`The first look at the model comes in a few seconds.`}</p>
      )}
    </div>
  );
}

/** Who this is among how many, and from how much the ring has learned, by whom. */
function guestWords(shown: Snapshot): { place: string; learned: string | undefined } {
  const { members } = participants(shown);
  const own = shown.peers.find(({ isSelf }) => isSelf);
  const place =
    members === 0 || own?.rank === undefined
      ? t`You are on your way into the ring.`
      : plural(members, {
          one: 'You are the first one here.',
          other: `You are 1 of ${formatCount(members)}.`,
        });
  return { place, learned: shown.step === 0 ? undefined : learnedFrom(shown, own?.examplesContributed ?? 0) };
}

function learnedFrom({ examplesTotal, terms }: Snapshot, own: number): string {
  const of = (total: number): string => formatCount(Math.round(total / Math.max(1, terms)));
  const [all, yours] = [of(examplesTotal), of(own)];
  return own === 0
    ? t`The ring has learned from ${all} examples, none of them yours yet.`
    : t`The ring has learned from ${all} examples, ${yours} of them yours.`;
}
