// The living ring of Home: the boundary that the model has learned, as large as the page has room for, and around it the
// picture of the sum, which plays while the ring trains. The words of the page say the same.
import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { homeReplicas } from '../bridge/session/home-run';
import { setView } from '../bridge/session/view-settings';
import { formatCount } from '../bridge/words/format';
import { drawBoundary } from '../panels/sample/draw-sample';
import { plannedSum, type DrawnSum } from '../panels/sum/drawn-sum';
import type { SumWords } from '../panels/sum/paint-column';
import { discShare } from '../panels/sum/sum-layout';
import { playOf } from '../panels/sum/sum-play';
import { useSumCanvas } from '../panels/sum/use-sum-canvas';
import { useSumPlayer } from '../panels/sum/use-sum-player';
import { Button } from '../ui/button';
import { mostShare } from '../ui/frame-pace';
import { pageFrames } from '../ui/paced-frames';
import type { HomeRingState } from './use-home-run';
import ui from '../ui/shape.module.css';
import sum from '../panels/sum/sum-canvas.module.css';
import css from './home-ring.module.css';

const words: SumWords = {
  nameOf: ({ name }) => name,
  textsOf: (_play, _state, names) => ({
    title: '',
    detail: '',
    names,
    copied: t({ message: 'copy', context: 'a chunk on its way' }),
  }),
};

export function HomeRing({ state, look, mayMove }: HomeRingState) {
  const boundary = useRef<HTMLCanvasElement>(null);
  const sample = look?.sample;
  useEffect(() => {
    if (!boundary.current || !sample) return;
    drawBoundary(boundary.current, sample);
    boundary.current.dataset.drawn = '';
  }, [sample]);
  const isToCome = state === 'starting' || state === 'cannot';
  const names = tabNames().join('\n');
  const play = useMemo(() => playOf(sumOf(names.split('\n'), isToCome)), [names, isToCome]);
  const picture = useSumCanvas(words, { hasDisc: true });
  useSumPlayer(picture, play, { isPlaying: state === 'training', speed: 1 });
  useEffect(() => pageFrames.giveShare(mostShare), []);
  return (
    <div className={css.place}>
      <div
        ref={picture.stage}
        className={css.ring}
        data-state={state}
        style={{ '--disc': discShare } as CSSProperties}
        translate="no"
        aria-hidden="true"
      >
        <div className={css.still} />
        <canvas ref={boundary} className={css.boundary} width={480} height={480} />
        <canvas ref={picture.canvas} className={sum.canvas} />
      </div>
      <div className={`${ui.faint} ${css.note}`}>
        <span role={state === 'cannot' ? 'alert' : undefined}>{wordsOf(state, look?.step)}</span>
        {state === 'training' || (state === 'still' && mayMove) ? (
          <Button kind="quiet" isSmall onClick={() => setView({ isHomeStill: state !== 'still' })}>
            {state === 'still' ? t`Play the picture` : t`Stop the picture`}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function tabNames(): readonly string[] {
  return Array.from({ length: homeReplicas }, (_, index) => t`Tab ${{ number: formatCount(index + 1) }}`);
}

function sumOf(names: readonly string[], isToCome: boolean): DrawnSum {
  const members = names.map((name) => ({ id: name, name, isSelf: false, adds: true }));
  return plannedSum('ring', members, { isToCome });
}

function wordsOf(state: HomeRingState['state'], step: number | undefined): string {
  switch (state) {
    case 'starting':
      return t`Starting …`;
    case 'training':
      return t`Step ${{ step: formatCount(step ?? 0) }}`;
    case 'still':
      return '';
    case 'cannot':
      return t`This browser cannot train here. You can still watch a room, and read the lessons.`;
    default:
      return state satisfies never;
  }
}
