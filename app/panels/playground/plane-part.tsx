// The decision boundary as it bends, and a point to move over it.
import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Drawing, Plane } from '../../../src/replica/page/player';
import { formatCount, formatFixed, formatPercent } from '../../bridge/words/format';
import { Panel } from '../../ui/panel';
import { Dial } from '../../ui/toggle';
import { drawBoundary } from '../sample/draw-sample';
import { ProblemPart } from './problem-part';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import { useTheme } from '../../ui/use-theme';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

type Point = readonly [number, number];

export function PlanePart({ player, models }: PartProps) {
  const [point, setPoint] = useState<Point>([0, 0]);
  return (
    <Panel
      title={t`Move a point`}
      summary={t`The ground shows which class the model gives to each place: paler where it is unsure. Held-out points of class 1 are discs, those of class 0 are squares.`}
    >
      <div className={css.sides}>
        {models.map((model) => (
          <OfModel key={model.side} player={player} model={model} point={point} onPoint={setPoint} />
        ))}
      </div>
    </Panel>
  );
}

interface PointProps {
  point: Point;
  onPoint: (point: Point) => void;
}

function OfModel({
  player,
  model: { side, facts },
  point,
  onPoint,
}: Pick<PartProps, 'player'> & { model: Placed } & PointProps) {
  const asPlane = useMemo(() => ({ kind: 'plane', side }) as const, [side]);
  const asPoint = useMemo(() => {
    const drawing: Drawing = { kind: 'point', x: point[0], y: point[1] };
    return { kind: 'classify', side, drawing } as const;
  }, [side, point]);
  const { answer: plane, problem } = useAnswer(player, asPlane, facts);
  const { answer: read } = useAnswer(player, asPoint, facts);
  if (problem) return <ProblemPart problem={problem} />;
  if (!plane) return <p className={ui.quiet}>{t`Drawing the boundary …`}</p>;
  const { step, extent } = plane;
  const dial = (axis: 0 | 1) => (
    <Dial
      label={axis === 0 ? 'x' : 'y'}
      value={point[axis]}
      min={-Math.round(10 * extent) / 10}
      max={Math.round(10 * extent) / 10}
      step={0.1}
      format={(value) => formatFixed(value, 1)}
      onChange={(value) => onPoint(axis === 0 ? [value, point[1]] : [point[0], value])}
    />
  );
  return (
    <section className={css.side} aria-label={t`Boundary at step ${{ step: formatCount(step) }}`}>
      <h3>{t`Step ${{ step: formatCount(step) }}`}</h3>
      <Boundary plane={plane} point={point} onPoint={onPoint} />
      <div className={css.dials}>
        {dial(0)}
        {dial(1)}
      </div>
      {read ? (
        <p className={ui.quiet} role="status">
          {t`At (${{ value: formatFixed(point[0], 1) }}, ${{ value2: formatFixed(point[1], 1) }}) class ${{ n: read.probabilities[1] >= 0.5 ? 1 : 0 }}, with ${{ max: formatPercent(Math.max(read.probabilities[0], read.probabilities[1])) }} at step ${{ step: formatCount(read.step) }}.`}
        </p>
      ) : null}
    </section>
  );
}

function Boundary({ plane, point, onPoint }: { plane: Plane } & PointProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    drawBoundary(element, { kind: 'boundary', ...plane });
    const [x, y] = [(point[0] / plane.extent + 1) / 2, (1 - point[1] / plane.extent) / 2];
    context.lineWidth = 6;
    context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
    context.beginPath();
    context.arc(x * element.width, y * element.height, 12, 0, 2 * Math.PI);
    context.stroke();
  }, [plane, point, theme]);
  const place = ({ clientX, clientY, currentTarget }: React.PointerEvent<HTMLCanvasElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    onPoint([
      plane.extent * ((2 * (clientX - box.left)) / box.width - 1),
      plane.extent * (1 - (2 * (clientY - box.top)) / box.height),
    ]);
  };
  return (
    <canvas
      ref={canvas}
      className={css.plane}
      width={528}
      height={528}
      role="img"
      aria-label={t`Which class the model gives to each place of the plane`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        place(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && place(event)}
    />
  );
}
