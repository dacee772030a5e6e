// /alone?replicas=4&preset=moons: a demo ring in this page, no network. `backend=cpu`: without the GPU; `backend=webgpu`: with it,
// even where it is slower. Settings that differ from the preset may follow, as in a link to settings.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { setCurrentSession, useCurrentSession } from '../bridge/session/current-session';
import { engineRoom, loadEntrance, loadPlanner } from '../bridge/session/engine-room';
import { alonePath, parseAloneQuery, splitQuery } from '../bridge/session/alone-link';
import { takeOver } from '../bridge/session/handed-over';
import { withWords } from '../bridge/session/page-language';
import { FirstTrouble } from './first-trouble';
import { Frame, Loading } from './frame';

const RingScreen = lazy(() => withWords(import('./ring')));

export function AloneScreen() {
  const [, navigate] = useLocation();
  // To open the console, or a tab, is no other ring.
  const { ring: search } = splitQuery(useSearch());
  const session = useCurrentSession();
  const [attempt, setAttempt] = useState(0);
  const [trouble, setTrouble] = useState<'engine-missing' | 'unknown-preset'>();

  useEffect(() => {
    if (takeOver(search)) return () => setCurrentSession(undefined);
    const query = parseAloneQuery(search);
    let isCurrent = true;
    setTrouble(undefined);
    Promise.all([
      engineRoom(),
      loadEntrance(),
      loadPlanner(),
      withWords(import('../bridge/form/share-link')),
      import('../bridge/session/enter-room'),
    ])
      .then(([engine, entrance, planner, { sharedConfig }, { enterAlone }]) => {
        if (!isCurrent) return;
        const preset = engine.presets.find(({ id }) => id === query.preset);
        if (!preset) return setTrouble('unknown-preset');
        const { config, settings } = sharedConfig(search, preset, (one) => planner.describeRun(one).ok);
        const path = `${alonePath({ ...query, preset: preset.id })}${settings}`;
        if (path !== `/alone?${search}`) {
          const { view } = splitQuery(location.search.slice(1));
          return navigate(view ? `${path}&${view}` : path, { replace: true });
        }
        enterAlone(entrance, query.replicas, config, preset.config, query.backend ?? 'auto');
      })
      .catch(() => isCurrent && setTrouble('engine-missing'));
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
  if (trouble === 'engine-missing')
    return (
      <Frame title={t`Not loaded`}>
        <FirstTrouble code={trouble} onTryAgain={again} />
      </Frame>
    );
  if (trouble) {
    const query = parseAloneQuery(search);
    const startMoons = (): void => navigate(alonePath({ ...query, preset: 'moons' }), { replace: true });
    return (
      <Frame title={t`Try it alone`}>
        <FirstTrouble code={trouble} message={query.preset} onTryAgain={startMoons} />
      </Frame>
    );
  }
  if (session?.place.kind !== 'alone') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <RingScreen session={session} onTryAgain={again} onUseCpu={useCpu} onLeave={() => navigate('/')} />
    </Suspense>
  );
}
