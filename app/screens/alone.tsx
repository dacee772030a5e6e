// /alone?replicas=4&preset=moons: a demo ring in this page, no network. `backend=cpu`: without the GPU; `backend=webgpu`: with it,
// even where it is slower. Settings that differ from the preset may follow, as in a link to settings.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { setCurrentSession, useCurrentSession } from '../bridge/session/current-session';
import { engineRoom, loadEntrance, loadPlanner, type Preset } from '../bridge/session/engine-room';
import { alonePath, parseAloneQuery, withoutScreen } from '../bridge/session/alone-link';
import { withWords } from '../bridge/session/page-language';
import { FirstTrouble } from './first-trouble';
import { Frame, Loading } from './frame';
import { joinText } from '../text/join';

const RingScreen = lazy(() => withWords(import('./ring')));

export function AloneScreen() {
  const [, navigate] = useLocation();
  // To open the console is no other ring.
  const search = withoutScreen(useSearch());
  const session = useCurrentSession();
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setIsMissing] = useState(false);

  useEffect(() => {
    const query = parseAloneQuery(search);
    let isCurrent = true;
    setIsMissing(false);
    Promise.all([
      engineRoom(),
      loadEntrance(),
      loadPlanner(),
      import('../bridge/form/shared-config'),
      import('../bridge/session/enter-room'),
    ])
      .then(([engine, entrance, planner, { sharedConfig }, { enterAlone }]) => {
        if (!isCurrent) return;
        const presetOf = (id: string): Preset | undefined => engine.presets.find((each) => each.id === id);
        const preset = presetOf(query.preset) ?? presetOf('moons') ?? engine.presets[0];
        const { config, settings } = sharedConfig(search, preset, (one) => planner.describeRun(one).ok);
        const path = `${alonePath({ ...query, preset: preset.id })}${settings}`;
        if (path !== `/alone?${search}`) return navigate(path, { replace: true });
        enterAlone(entrance, query.replicas, config, query.backend ?? 'auto');
      })
      .catch(() => isCurrent && setIsMissing(true));
    return () => {
      isCurrent = false;
      setCurrentSession(undefined);
    };
  }, [search, attempt, navigate]);

  const again = (): void => setAttempt(attempt + 1);
  const useCpu = (): void => {
    const query = parseAloneQuery(search);
    if (query.backend === 'cpu') again();
    else navigate(alonePath({ ...query, backend: 'cpu' }), { replace: true });
  };
  if (isMissing)
    return (
      <Frame title={joinText.notLoaded}>
        <FirstTrouble code="engine-missing" onTryAgain={again} />
      </Frame>
    );
  if (session?.place.kind !== 'alone') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <RingScreen session={session} onTryAgain={again} onUseCpu={useCpu} onLeave={() => navigate('/')} />
    </Suspense>
  );
}
