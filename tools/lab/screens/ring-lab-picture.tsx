// The replicas on a circle, the edges that the topology uses, and the frames that are on their way.
import { carriedBitsPerSecond } from '../../../src/net/emulation/edge-profile';
import type { RunView, Underway } from '../ring/lab-run';
import { edgeName, lineOf, livingOf, profileOf, usedEdges, type LabSetup } from '../ring/lab-setup';
import { Panel } from '../../../app/ui/panel';
import { labText } from './lab-text';
import css from './ring-lab.module.css';

const size = 340;
const radius = 120;
const nodeRadius = 21;
/** Frames of the two directions pass each other on the right. */
const besideLine = 6;
/** Nothing is emulated: a frame is shown where it began. */
const pageTravelMs = 30;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function RingLabPicture({ setup, view }: { setup: LabSetup; view: RunView | undefined }) {
  const at = (number: number): Point => {
    const angle = (2 * Math.PI * (number - 1)) / setup.replicas - Math.PI / 2;
    return { x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) };
  };
  const edges = usedEdges(setup);
  const numbers = Array.from({ length: setup.replicas }, (_, i) => i + 1);
  return (
    <Panel title={labText.wire} summary={sentence(setup, view, edges.length)}>
      <svg
        className={css.picture}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={labelOf(setup, view)}
      >
        {edges.map(([one, other]) => (
          <line
            key={edgeName(one, other)}
            className={`${css.line} ${classOfLine(setup, one, other)}`}
            {...{ x1: at(one).x, y1: at(one).y, x2: at(other).x, y2: at(other).y }}
          />
        ))}
        {(view?.underway ?? []).map((frame) => {
          const { x, y } = pointOf(frame, setup, at);
          return <circle key={frame.id} className={css.frame} cx={x} cy={y} r={4.5} />;
        })}
        {numbers.map((number) => (
          <Node key={number} number={number} at={at(number)} setup={setup} view={view} />
        ))}
      </svg>
    </Panel>
  );
}

function Node({
  number,
  at: { x, y },
  setup,
  view,
}: {
  number: number;
  at: Point;
  setup: LabSetup;
  view: RunView | undefined;
}) {
  const replica = view?.replicas.find((one) => one.number === number);
  const isGone = setup.killed.includes(number);
  const state = isGone ? 'killed' : (replica?.state ?? 'ready');
  return (
    <g className={css[state]}>
      <circle className={css.node} cx={x} cy={y} r={nodeRadius} />
      {replica && !isGone ? (
        <circle
          className={css.received}
          cx={x}
          cy={y}
          r={nodeRadius}
          pathLength={1}
          strokeDasharray={`${replica.received} 2`}
          transform={`rotate(-90 ${x} ${y})`}
        />
      ) : null}
      <text className={css.number} x={x} y={y}>
        {number}
      </text>
    </g>
  );
}

function classOfLine(setup: LabSetup, one: number, other: number): string {
  const line = lineOf(setup, one, other);
  if (line === 'cut') return css.cut;
  return line === setup.line ? '' : css.own;
}

/** The place to which the line's delay and rate would have brought it by now. */
function pointOf(frame: Underway, setup: LabSetup, at: (number: number) => Point): Point {
  const profile = profileOf(lineOf(setup, frame.from, frame.to));
  const travelMs = profile
    ? profile.delayMs + (8_000 * frame.bytes) / carriedBitsPerSecond(profile)
    : pageTravelMs;
  const share = Math.min(0.9, 0.1 + (0.8 * (performance.now() - frame.sinceMs)) / travelMs);
  const [from, to] = [at(frame.from), at(frame.to)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return {
    x: from.x + share * dx - (besideLine * dy) / length,
    y: from.y + share * dy + (besideLine * dx) / length,
  };
}

function sentence(setup: LabSetup, view: RunView | undefined, edges: number): string {
  const count = livingOf(setup).length;
  if (!view) return labText.replicasNothingRuns(count, edges, edges);
  if (view.state === 'connecting') return labText.linksOpen;
  const { length } = view.underway;
  return view.state === 'over' ? labText.nothingWay : labText.wayRimReplica(length, length);
}

function labelOf(setup: LabSetup, view: RunView | undefined): string {
  const edges = usedEdges(setup).map(([one, other]) => edgeName(one, other));
  const states = view?.replicas.map(({ number, state }) => `${number} ${state}`) ?? [];
  return labText.replicasCircleEdges(
    edges.join(', ') || 'none',
    states.length > 0 ? `; ${states.join(', ')}` : '',
  );
}
