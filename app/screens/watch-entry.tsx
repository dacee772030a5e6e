// What the screens that watch have in common: the code in their address in any spelling, what is wrong with it, and why
// watching ended.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { readCode } from '../../src/base/room-code';
import type { WatchedRing } from '../bridge/session/engine-room';
import { badCodeWords } from '../bridge/words/code-words';
import { sayingWords, technicalWords } from '../bridge/words/saying-words';
import { Frame } from './frame';
import { Trouble } from './trouble';

export function WatchEntry({ code, children }: { code: string; children: (code: string) => ReactNode }) {
  const [, navigate] = useLocation();
  const reading = readCode(code);
  if (reading.kind === 'code') return children(reading.code);
  const goHome = (): void => navigate('/');
  return (
    <Frame title={t`No room code`}>
      <Trouble code="bad-code" advice={badCodeWords(code, reading)} onTryAgain={goHome} onUseCpu={goHome} />
    </Frame>
  );
}

/** Watching could not begin, or ended. What became of the room, this page cannot know. */
export function WatchEnd({ ring, onTryAgain }: { ring: WatchedRing | 'missing'; onTryAgain: () => void }) {
  const ended = ring !== 'missing' && ring.state.kind === 'ended' ? ring.state : undefined;
  return (
    <Frame title={t`Not watching`}>
      <Trouble
        code={ended?.code ?? 'engine-missing'}
        {...(ended && { message: sayingWords(ended.why), technical: technicalWords(ended.why) })}
        safe={t`This device only watches: no run depends on it.`}
        onTryAgain={onTryAgain}
        onUseCpu={onTryAgain}
      />
    </Frame>
  );
}
