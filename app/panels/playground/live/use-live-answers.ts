// What the models make of the current picture of a camera, asked again as soon as they have answered. The Worker of the
// playground makes the picture as pictures to train on are made, so that this page has nothing to compute.
import { useEffect, useState } from 'react';
import type { Saying } from '../../../../src/base/sayings';
import { saidOf } from '../../../../src/base/said-error';
import type { Classified, Drawing, PlayerHandle, Side } from '../../../../src/replica/page/player';

/** More than a person sees would take the processor from the training. */
const leastMs = 1000 / 15;
/** The time over which pictures are counted. */
const countedMs = 3000;

export interface LiveAnswers {
  readonly bySide: Readonly<Partial<Record<Side, Classified>>>;
  /** Pictures a second; undefined: not known yet. */
  readonly rate: number | undefined;
  readonly problem: Saying | undefined;
}

const none: LiveAnswers = { bySide: {}, rate: undefined, problem: undefined };

/** `look`: what is seen now; undefined where nothing is. Another function begins anew: it comes from useCallback. `sides`:
 *  one string, such as 'beside now'. */
export function useLiveAnswers(
  player: PlayerHandle,
  sides: string,
  look: (() => Drawing | undefined) | undefined,
): LiveAnswers {
  const [answers, setAnswers] = useState(none);
  useEffect(() => {
    if (!look) return setAnswers(none);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const times: number[] = [];
    const turn = async (): Promise<void> => {
      const began = performance.now();
      const drawing = look();
      if (drawing) {
        const bySide: Partial<Record<Side, Classified>> = {};
        let problem: Saying | undefined;
        try {
          for (const side of sides.split(' ') as Side[])
            bySide[side] = await player.ask({ kind: 'classify', side, drawing });
        } catch (error) {
          problem = saidOf(error);
        }
        if (isOver) return;
        const now = performance.now();
        times.push(now);
        while (now - times[0] > countedMs) times.shift();
        const rate = times.length > 4 ? (1000 * (times.length - 1)) / (now - times[0]) : undefined;
        setAnswers({ bySide, rate, problem });
      }
      timer = setTimeout(() => void turn(), Math.max(0, leastMs - (performance.now() - began)));
    };
    void turn();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [player, sides, look]);
  return answers;
}
