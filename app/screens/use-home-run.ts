// The ring of Home, for as long as the page is seen by a person who wants it to move.
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { takeHomeRun, type HomeRun, type Look } from '../bridge/session/home-run';
import { isMotionWanted, onMotionChange } from '../bridge/session/motion';
import { useViewSettings } from '../bridge/session/view-settings';

export interface HomeRingState {
  /** `still`: a person, or the settings of the browser, want no motion. `cannot`: this device does not train here. */
  readonly state: 'starting' | 'training' | 'still' | 'cannot';
  readonly look: Look | undefined;
  /** Whether the settings of the browser permit motion. */
  readonly mayMove: boolean;
}

export function useHomeRun(): HomeRingState & { readonly run: RefObject<HomeRun | undefined> } {
  const run = useRef<HomeRun>(undefined);
  const [look, setLook] = useState<Look>();
  const [hasFailed, setHasFailed] = useState(false);
  const { isHomeStill } = useViewSettings();
  const mayMove = useSyncExternalStore(onMotionChange, isMotionWanted);
  const isWanted = mayMove && !isHomeStill;
  useEffect(() => {
    if (!isWanted) return;
    const begin = (): void => {
      run.current?.end();
      run.current = document.hidden ? undefined : takeHomeRun();
      run.current?.listen({
        onLook: (next) => {
          setLook(next);
          setHasFailed(false);
        },
        onFailure: () => setHasFailed(true),
      });
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      document.removeEventListener('visibilitychange', begin);
      run.current?.end();
      run.current = undefined;
    };
  }, [isWanted]);
  const state = !isWanted ? 'still' : hasFailed ? 'cannot' : look && look.step > 0 ? 'training' : 'starting';
  return { state, look, mayMove, run };
}
