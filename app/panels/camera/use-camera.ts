// The camera of this device: on only while a person wants it and sees this page. Its light goes off with the panel.
import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  alteredWords,
  cameraProblem,
  endedWords,
  hiddenWords,
  insecureWords,
  noCamerasWords,
} from './camera-words';
import { readsWhatItDraws } from './known-colours';

export interface Camera {
  readonly state:
    | { readonly kind: 'off'; readonly why?: string }
    /** The person is asked; it takes as long as they like. */
    | { readonly kind: 'asking' }
    | {
        readonly kind: 'on';
        readonly stream: MediaStream;
        /** It looks at the person, who expects a mirror. */
        readonly isMirrored: boolean;
        readonly deviceId: string;
        readonly others: readonly { readonly id: string; readonly name: string }[];
      };
  turnOn(deviceId?: string): void;
  turnOff(why?: string): void;
}

export function useCamera(): Camera {
  const [state, setState] = useState<Camera['state']>({ kind: 'off' });
  const held = useRef<MediaStream>(undefined);
  /** Counts wishes: a camera that comes after the next one is turned off at once. */
  const wish = useRef(0);

  const release = useCallback((): void => {
    wish.current++;
    for (const track of held.current?.getTracks() ?? []) track.stop();
    held.current = undefined;
  }, []);

  const turnOff = useCallback(
    (why?: string): void => {
      release();
      setState({ kind: 'off', ...(why !== undefined && { why }) });
    },
    [release],
  );

  const turnOn = useCallback(
    (deviceId?: string): void => {
      release();
      const mine = wish.current;
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices?.getUserMedia) return turnOff(isSecureContext ? noCamerasWords() : insecureWords());
      if (!readsWhatItDraws()) return turnOff(alteredWords());
      setState({ kind: 'asking' });
      const size = { width: { ideal: 640 }, height: { ideal: 480 } };
      const which = deviceId === undefined ? {} : { deviceId: { exact: deviceId } };
      const open = async (): Promise<void> => {
        const stream = await devices.getUserMedia({ video: { ...size, ...which }, audio: false });
        const [track] = stream.getVideoTracks();
        if (wish.current !== mine || document.hidden) {
          track.stop();
          if (wish.current === mine) turnOff(hiddenWords());
          return;
        }
        held.current = stream;
        track.addEventListener('ended', () => wish.current === mine && turnOff(endedWords()));
        const settings = track.getSettings();
        const isMirrored = settings.facingMode !== 'environment';
        const shown = { kind: 'on', stream, isMirrored, deviceId: settings.deviceId ?? '' } as const;
        setState({ ...shown, others: [] });
        const all = await devices.enumerateDevices().catch(() => []);
        const others = all
          .filter(({ kind, deviceId: id }) => kind === 'videoinput' && id !== '')
          .map(({ deviceId: id, label }, at) => ({ id, name: label || t`Camera ${{ value: at + 1 }}` }));
        if (wish.current === mine) setState({ ...shown, others });
      };
      open().catch((error: unknown) => wish.current === mine && turnOff(cameraProblem(error)));
    },
    [release, turnOff],
  );

  useEffect(() => {
    const hide = (): void => {
      if (document.hidden && held.current) turnOff(hiddenWords());
    };
    const leave = (): void => release();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      release();
    };
  }, [release, turnOff]);

  return { state, turnOn, turnOff };
}
