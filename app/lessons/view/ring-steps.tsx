// A sum around a ring, message by message: chunk c is added at the positions c, c + 1 … and is whole at the last of them; then
// it goes on around, copied. Each chunk is filled by as many parts as are in it.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import css from './ring-steps.module.css';

const [width, height] = [480, 300];
const [tall, gap, edge] = [40, 3, 8];

interface Props {
  /** The members of the ring: as many as chunks. */
  readonly count: number;
  /** The part of all messages that has been sent; undefined: a person moves it. */
  readonly share?: number;
}

export function RingSteps({ count, share }: Props) {
  const messages = 2 * (count - 1);
  const [chosen, setChosen] = useState(messages);
  const sent = share === undefined ? Math.min(chosen, messages) : share * messages;
  return (
    <div className={css.ring}>
      <Drawing count={count} sent={sent} />
      {share === undefined ? (
        <input
          type="range"
          min={0}
          max={messages}
          step={0.5}
          value={sent}
          aria-label={t`Messages sent`}
          aria-valuetext={sentWords(sent, messages)}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      ) : null}
    </div>
  );
}

function Drawing({ count, sent }: { count: number; sent: number }) {
  const messages = 2 * (count - 1);
  const done = Math.floor(sent);
  const underWay = sent - done;
  const wide = Math.max(4, Math.min(12, 60 / count));
  const card = count * (wide + gap) - gap + 2 * edge;
  const places = Array.from({ length: count }, (_, position) => {
    const angle = (2 * Math.PI * position) / count - Math.PI / 2;
    return {
      x: width / 2 + (width / 2 - card / 2 - 2) * Math.cos(angle),
      y: height / 2 + (height / 2 - tall / 2 - edge - 2) * Math.sin(angle),
    };
  });
  const isOver = sent >= messages;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentWords(sent, messages)}>
      <ellipse
        cx={width / 2}
        cy={height / 2}
        rx={width / 2 - card / 2 - 2}
        ry={height / 2 - tall / 2 - edge - 2}
        className={css.way}
      />
      {places.map(({ x, y }, position) => (
        <g key={position} transform={`translate(${x - card / 2} ${y - tall / 2 - edge})`}>
          <rect width={card} height={tall + 2 * edge} rx="6" className={isOver ? css.equal : css.card} />
          {places.map((_, chunk) => (
            <Chunk
              key={chunk}
              x={edge + chunk * (wide + gap)}
              y={edge}
              wide={wide}
              chunk={chunk}
              share={partsAt(position, chunk, done, count) / count}
            />
          ))}
        </g>
      ))}
      {underWay > 0
        ? places.map((_, chunk) => {
            const from = (chunk + done) % count;
            const to = places[(from + 1) % count];
            const x = places[from].x + (to.x - places[from].x) * underWay;
            const y = places[from].y + (to.y - places[from].y) * underWay;
            return (
              <g key={chunk} transform={`translate(${x - wide / 2 - 3} ${y - tall / 2 - 3})`}>
                <rect width={wide + 6} height={tall + 6} rx="4" className={css.card} />
                <Chunk x={3} y={3} wide={wide} chunk={chunk} share={Math.min(count, done + 1) / count} />
              </g>
            );
          })
        : null}
      <text x={width / 2} y={height / 2 - 4} className={css.phase}>
        {isOver ? '=' : sent < count - 1 ? t`add` : t`copy`}
      </text>
      <text x={width / 2} y={height / 2 + 20} className={css.words}>
        {sentWords(sent, messages)}
      </text>
    </svg>
  );
}

interface ChunkProps {
  x: number;
  y: number;
  wide: number;
  chunk: number;
  share: number;
}

function Chunk({ x, y, wide, chunk, share }: ChunkProps) {
  return (
    <>
      <rect x={x} y={y} width={wide} height={tall} rx="2" className={css.track} />
      <rect
        x={x}
        y={y + tall * (1 - share)}
        width={wide}
        height={tall * share}
        rx="2"
        fill={`var(--owner-${chunk})`}
      />
    </>
  );
}

/** The parts in a chunk at a position after so many messages. */
export function partsAt(position: number, chunk: number, done: number, count: number): number {
  const far = (position - chunk + count) % count;
  if (far === count - 1) return done >= far ? count : 1;
  if (done >= count + far) return count;
  return done >= far ? far + 1 : 1;
}

function sentWords(sent: number, messages: number): string {
  return sent >= messages
    ? t`all hold the whole sum, after ${messages} messages each`
    : t`message ${{ number: Math.floor(sent) + 1 }} of ${messages}`;
}
