// The end of a run: what the ring made, and the ways on.
import { FinishPanel } from '../panels/host/finish-panel';
import { WaysOn } from './ways-on';

/** `hasWaysOn`: they are not in view elsewhere. */
export function Finished({ onPlay, hasWaysOn }: { onPlay: () => void; hasWaysOn: boolean }) {
  return <FinishPanel acts={hasWaysOn ? <WaysOn onPlay={onPlay} /> : undefined} />;
}
