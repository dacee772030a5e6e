// /r/CODE#key: the Join screen until this page has a replica of that room, then the live dashboard. The address stays.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { currentSession, setCurrentSession, useCurrentSession } from '../bridge/session/current-session';
import { untilEntered } from '../bridge/session/until-entered';
import { badCodeWords } from '../bridge/words/code-words';
import { readCode } from '../../src/base/room-code';
import { hostTokenFromHash, readRoomInput } from '../../src/replica/room-link';
import { FirstTrouble } from './first-trouble';
import { Frame, Loading } from './frame';
import { JoinForm } from './join';
import { ringPart } from './ring-part';

/** The longest time that the dashboard makes way for the entry. */
const makeWayMs = 300;

const RingScreen = lazy(async () => {
  const session = currentSession();
  if (session) await untilEntered(session, makeWayMs);
  return ringPart();
});

export function RoomScreen({ code: rawCode }: { code: string }) {
  const [, navigate] = useLocation();
  const session = useCurrentSession();
  const [useCpu, setUseCpu] = useState(false);
  // Mailers and chats make what stands around a link a part of it.
  const input = readRoomInput(`/r/${rawCode}${location.hash}`);
  if (input.kind !== 'room') {
    const reading = input.kind === 'no code' ? input.reading : readCode(rawCode);
    return (
      <Frame title={t`No room code`}>
        <FirstTrouble
          code="bad-code"
          advice={reading.kind === 'code' ? undefined : badCodeWords(rawCode, reading)}
          onTryAgain={() => navigate('/')}
        />
      </Frame>
    );
  }
  const { code } = input;
  const isHere = session?.place.kind === 'room' && session.place.ticket.code === code;
  if (!isHere)
    return (
      <JoinForm
        code={code}
        roomKey={input.key}
        mark={input.mark}
        hostToken={hostTokenFromHash(location.hash)}
        startsOnCpu={useCpu}
      />
    );
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
