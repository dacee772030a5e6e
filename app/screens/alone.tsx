// /alone?replicas=4&preset=moons: a demo ring in this page, no network.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { setCurrentSession, useCurrentSession } from '../bridge/current-session';
import { engineRoom } from '../bridge/engine-room';
import { enterAlone } from '../bridge/enter-room';
import { parseAloneQuery } from '../bridge/room-link';
import { Frame, Loading } from './frame';
import { Trouble } from './trouble';

const RingScreen = lazy(() => import('./ring'));

export function AloneScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const session = useCurrentSession();
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setIsMissing] = useState(false);

  useEffect(() => {
    const { replicas, preset: id } = parseAloneQuery(search);
    let isCurrent = true;
    setIsMissing(false);
    engineRoom()
      .then((engine) => {
        if (!isCurrent) return;
        const preset = engine.presets.find((candidate) => candidate.id === id) ?? engine.presets[0];
        enterAlone(engine, replicas, preset.config);
      })
      .catch(() => isCurrent && setIsMissing(true));
    return () => {
      isCurrent = false;
      setCurrentSession(undefined);
    };
  }, [search, attempt]);

  const again = (): void => setAttempt(attempt + 1);
  if (isMissing)
    return (
      <Frame title="Not loaded">
        <Trouble code="engine-missing" onTryAgain={again} onUseCpu={again} />
      </Frame>
    );
  if (session?.place.kind !== 'alone') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <RingScreen session={session} onTryAgain={again} onUseCpu={again} onLeave={() => navigate('/')} />
    </Suspense>
  );
}
