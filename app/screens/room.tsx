// /r/CODE#key: Join until this page holds a replica of that room, the live dashboard after. The address stays.
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { setCurrentSession, useCurrentSession } from '../bridge/current-session';
import { keyFromHash, normaliseCode } from '../bridge/room-link';
import { Frame, Loading } from './frame';
import { JoinForm } from './join';
import { Trouble } from './trouble';

const RingScreen = lazy(() => import('./ring'));

export function RoomScreen({ code: rawCode }: { code: string }) {
  const [, navigate] = useLocation();
  const session = useCurrentSession();
  const [useCpu, setUseCpu] = useState(false);
  const code = normaliseCode(rawCode);
  if (code === undefined)
    return (
      <Frame title="No such room">
        <Trouble code="room-not-found" onTryAgain={() => navigate('/')} onUseCpu={() => navigate('/')} />
      </Frame>
    );
  const isHere = session?.place.kind === 'room' && session.place.ticket.code === code;
  if (!isHere) return <JoinForm code={code} roomKey={keyFromHash(location.hash)} startsOnCpu={useCpu} />;
  const rejoin = (onCpu: boolean): void => {
    setUseCpu(onCpu);
    setCurrentSession(undefined);
  };
  return (
    <Suspense fallback={<Loading />}>
      <RingScreen
        session={session}
        onTryAgain={() => rejoin(false)}
        onUseCpu={() => rejoin(true)}
        onLeave={() => {
          setCurrentSession(undefined);
          navigate('/');
        }}
      />
    </Suspense>
  );
}
