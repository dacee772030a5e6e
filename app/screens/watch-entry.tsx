// What the screens that watch have in common: the code in their address in any spelling, what is wrong with it, and why
// watching ended.
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { readCode } from '../../src/base/room-code';
import { keyFromHash, markFromHash } from '../../src/replica/room-link';
import type { WatchedRing } from '../bridge/session/engine-room';
import { useWatchedRing } from '../bridge/session/use-watched-ring';
import { badCodeWords } from '../bridge/words/code-words';
import { sayingWords, technicalWords } from '../bridge/words/saying-words';
import { Frame } from './frame';
import { Trouble } from './trouble';

interface RoomLink {
  readonly code: string;
  readonly key: string | undefined;
  readonly mark: string | undefined;
}

interface Props {
  readonly code: string;
  /** `key` and `mark`: of the address; `ring`: undefined until the page's part that watches is here. */
  readonly children: (link: RoomLink, ring: WatchedRing | undefined) => ReactNode;
}

export function WatchEntry({ code, children }: Props) {
  const [, navigate] = useLocation();
  const reading = readCode(code);
  if (reading.kind === 'code') return <Watching code={reading.code}>{children}</Watching>;
  const goHome = (): void => navigate('/');
  return (
    <Frame title={t`No room code`}>
      <Trouble code="bad-code" advice={badCodeWords(code, reading)} onTryAgain={goHome} onUseCpu={goHome} />
    </Frame>
  );
}

function Watching({ code, children }: Props) {
  const [attempt, setAttempt] = useState(0);
  const key = keyFromHash(location.hash);
  const mark = markFromHash(location.hash);
  const ring = useWatchedRing(code, key, mark, attempt);
  if (ring === 'missing' || ring?.state.kind === 'ended')
    return <WatchEnd ring={ring} onTryAgain={() => setAttempt(attempt + 1)} />;
  return children({ code, key, mark }, ring);
}

/** Watching could not begin, or ended. What became of the room, this page cannot know. */
function WatchEnd({ ring, onTryAgain }: { ring: WatchedRing | 'missing'; onTryAgain: () => void }) {
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
