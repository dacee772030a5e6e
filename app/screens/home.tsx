// Home: a living ring of this page, one sentence, and three ways on: play with it, join with a code, or start a room.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { handOver } from '../bridge/session/handed-over';
import { homeDemo } from '../bridge/session/home-run';
import { withWords } from '../bridge/session/page-language';
import { Button, buttonClass } from '../ui/button';
import { Frame } from './frame';
import { HomeRing } from './home-ring';
import { JoinWithCode, type GivenCode } from './join-with-code';
import { useHomeRun } from './use-home-run';
import { usePreparedReplica } from './use-prepared-replica';
import css from './home.module.css';

/** Most visitors have no saved run: what looks for them comes after the rest. */
const KeptRunsLink = lazy(() => import('./kept-runs-link'));

/** Links to settings led here once. */
export function HomeScreen() {
  const search = useSearch();
  if (new URLSearchParams(search).has('preset')) return <Redirect to={`/start?${search}`} replace />;
  return <LivingHome />;
}

function LivingHome() {
  const [, navigate] = useLocation();
  const ring = useHomeRun();
  const [isLeaving, setIsLeaving] = useState(false);
  const play = async (): Promise<void> => {
    setIsLeaving(true);
    // Where its parts cannot be fetched, the screen of the demo says so.
    await handOver(() => ring.run.current?.handOver(), homeDemo).catch(() => undefined);
    navigate(`/alone?${homeDemo}`);
  };
  return (
    <HomeView
      picture={<HomeRing {...ring} />}
      isLeaving={isLeaving}
      onPlay={() => void play()}
      onMayPlay={() => void withWords(import('./ring')).catch(() => undefined)}
    >
      {/* The first Workers are the ring’s. */}
      {ring.state === 'starting' ? null : <PreparedReplica />}
    </HomeView>
  );
}

function PreparedReplica() {
  usePreparedReplica();
  return null;
}

interface Props {
  picture: ReactNode;
  isLeaving?: boolean;
  onPlay: () => void;
  /** A pointer or the focus is on the way to it. */
  onMayPlay?: () => void;
  given?: GivenCode;
  children?: ReactNode;
}

export function HomeView({ picture, isLeaving = false, onPlay, onMayPlay, given, children }: Props) {
  return (
    <Frame title={t`Lockstep`} isWide>
      <div className={css.home}>
        {picture}
        <div className={css.words}>
          <h1>{t`These tabs train one model together.`}</h1>
          <p>{t`Each learns from other examples; after every step they all hold exactly the same model.`}</p>
        </div>
        <div className={css.ways}>
          <Button
            kind="primary"
            className={css.way}
            aria-busy={isLeaving}
            onClick={onPlay}
            onPointerEnter={onMayPlay}
            onFocus={onMayPlay}
          >
            {t`Play with it`}
          </Button>
          <JoinWithCode given={given} />
          <Link href="/start" className={`${buttonClass()} ${css.way}`}>
            {t`Teach or train with others`}
          </Link>
        </div>
        <Suspense fallback={null}>
          <KeptRunsLink />
        </Suspense>
      </div>
      {children}
    </Frame>
  );
}
