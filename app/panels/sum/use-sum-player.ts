// Plays a sum on its canvas, only while somebody can see it. React draws again when a phase begins, never while a picture
// moves.
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useIsOnScreen } from '../../bridge/session/on-screen';
import { pageFrames } from '../../ui/paced-frames';
import type { SumPlay } from './sum-play';
import { restOf, SumPlayer } from './sum-player';
import type { SumCanvas } from './use-sum-canvas';

interface Options {
  readonly isPlaying: boolean;
  /** 1: the usual speed. */
  readonly speed: number;
  /** It stays at the moment at which it is. */
  readonly isHeld?: boolean;
}

interface Played {
  readonly player: RefObject<SumPlayer | undefined>;
  /** The moment that words beside the picture are about. */
  readonly said: { readonly play: SumPlay; readonly ms: number };
  readonly isSeen: boolean;
}

export function useSumPlayer(
  picture: SumCanvas,
  play: SumPlay,
  { isPlaying, speed, isHeld = false }: Options,
): Played {
  const { stage, drawn } = picture;
  const [said, setSaid] = useState({ play, ms: restOf(play) });
  const isOnScreen = useIsOnScreen();
  const [isSeen, setIsSeen] = useState(false);
  const player = useRef<SumPlayer>(undefined);

  const draw = useEffectEvent((shown: SumPlay, ms: number) => picture.draw(shown, ms));
  const first = useRef(play);
  useEffect(() => {
    const made = new SumPlayer(
      first.current,
      { draw: (shown, ms) => draw(shown, ms), changed: (shown, ms) => setSaid({ play: shown, ms }) },
      () => wantsNoMotion() || pageFrames.isSlow,
    );
    player.current = made;
    return () => made.dispose();
  }, []);
  useEffect(() => {
    if (player.current && player.current.play !== play) player.current.take(play);
  }, [play]);
  useEffect(() => {
    if (player.current) player.current.speed = speed;
  }, [speed]);
  useEffect(() => {
    if (player.current) player.current.isPlaying = isPlaying;
  }, [isPlaying]);
  useEffect(() => player.current?.redraw(), [drawn]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let isIn = false;
    const tell = (): void => {
      const isSeenNow = isIn && isOnScreen && !isHeld && !document.hidden;
      if (player.current) player.current.isSeen = isSeenNow;
      setIsSeen(isSeenNow);
    };
    const observer = new IntersectionObserver((entries) => {
      isIn = entries.some(({ isIntersecting }) => isIntersecting);
      tell();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', tell);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', tell);
      if (player.current) player.current.isSeen = false;
    };
  }, [stage, isOnScreen, isHeld]);
  return { player, said, isSeen };
}

export function wantsNoMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
