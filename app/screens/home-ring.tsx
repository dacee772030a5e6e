// The living ring of Home: the boundary that the model has learned, as large as the page has room for, and around it the
// members, each with the chunks of all owners. Chunks go around while the ring trains.
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { setView } from '../bridge/session/view-settings';
import { formatCount } from '../bridge/words/format';
import { drawBoundary } from '../panels/sample/draw-sample';
import { homeReplicas } from '../bridge/session/home-run';
import { Button } from '../ui/button';
import type { HomeRingState } from './use-home-run';
import ui from '../ui/shape.module.css';
import css from './home-ring.module.css';

const members = Array.from({ length: homeReplicas }, (_, index) => index);

export function HomeRing({ state, look, mayMove }: HomeRingState) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sample = look?.sample;
  useEffect(() => {
    if (!canvas.current || !sample) return;
    drawBoundary(canvas.current, sample);
    canvas.current.dataset.drawn = '';
  }, [sample]);
  return (
    <div className={css.place}>
      <div className={css.ring} data-state={state}>
        <div className={css.still} aria-hidden="true" />
        <canvas ref={canvas} className={css.boundary} width={480} height={480} aria-hidden="true" />
        {state === 'training' ? (
          <div className={css.turning} aria-hidden="true">
            {members.map((member) => (
              <span
                key={member}
                className={css.chunk}
                style={positionOf(member + 0.5, ownerColour(member))}
              />
            ))}
          </div>
        ) : null}
        {members.map((member) => (
          <div key={member} className={css.member} style={positionOf(member)} aria-hidden="true">
            {members.map((owner) => (
              <span key={owner} style={ownerColour(owner)} />
            ))}
          </div>
        ))}
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

/** Member 0 at the top, then clockwise, on a circle of the ring's own size. */
function positionOf(member: number, more: object = {}): React.CSSProperties {
  const angle = (2 * Math.PI * member) / homeReplicas;
  return {
    left: `${50 + 45 * Math.sin(angle)}%`,
    top: `${50 - 45 * Math.cos(angle)}%`,
    ...more,
  };
}

function ownerColour(owner: number): React.CSSProperties {
  return { background: `var(--owner-${owner})` };
}
