// The models' answers to the current picture of a camera, or to the last second of a microphone, which they are asked again as
// soon as they have answered. The Worker of the playground prepares it as examples to train on are, so this page computes
// nothing.
import { useEffect, useState } from 'react';
import type { Saying } from '../../../../src/base/sayings';
import { saidOf } from '../../../../src/base/said-error';
import type { Classified, Drawing, PlayerHandle, Side } from '../../../../src/replica/page/player';

/** The shortest time between two pictures: more would take the processor from the training. */
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

/** `capture`: the current picture; undefined while there is none. It comes from useCallback, because another function starts
 *  the asking over. `sides`: one string, such as 'beside now'. */
export function useLiveAnswers(
  player: PlayerHandle,
  sides: string,
  capture: (() => Drawing | undefined) | undefined,
): LiveAnswers {
  const [answers, setAnswers] = useState(none);
  useEffect(() => {
    if (!capture) return setAnswers(none);
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const times: number[] = [];
    const turn = async (): Promise<void> => {
      const began = performance.now();
      const drawing = capture();
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
        // A question that failed is no picture answered.
        if (!problem) times.push(now);
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
  }, [player, sides, capture]);
  return answers;
}
