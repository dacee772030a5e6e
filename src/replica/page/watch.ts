// The page's half of an observer, for the UI: watches a ring without being a replica of it. Loaded when somebody watches.
import { realClock } from '../../base/clock';
import { RoomObserver, type Observation } from '../../net/signalling/observe-room';
import { chosenPicture, type ShownPicture } from '../watch/picture-choice';
import { readPicture } from '../watch/ring-picture';

export interface WatchedRing {
  readonly observation: Observation;
  /** undefined: not yet known. */
  readonly isOpen: boolean | undefined;
  /** The last picture; undefined: none came yet. Its `atMs` is of `performance.now()`. */
  readonly shown: ShownPicture | undefined;
}

export const notWatched: WatchedRing = {
  observation: { kind: 'connecting' },
  isOpen: undefined,
  shown: undefined,
};

/** `key`: from the link; undefined: a member of an open room hands it over. The returned function ends it. */
export function watchRing(
  code: string,
  key: string | undefined,
  onChange: (ring: WatchedRing) => void,
): () => void {
  const observer = new RoomObserver({ url: location.origin, code, key, clock: realClock });
  let shown: ShownPicture | undefined;
  const notify = (): void => onChange({ observation: observer.state, isOpen: observer.isOpen, shown });
  observer.events.on('state', notify);
  observer.events.on('picture', ({ from, data }) => {
    const picture = readPicture(data);
    const chosen = picture && chosenPicture(shown, { from, picture, atMs: realClock.now() });
    if (!chosen || chosen === shown) return;
    shown = chosen;
    notify();
  });
  notify();
  return () => observer.close();
}
