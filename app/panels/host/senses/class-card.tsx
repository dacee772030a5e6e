// One class: its name, the button that takes examples, and their pictures.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { pictureSide } from '../../../../src/data/import/camera-picture';
import type { TakenExample } from '../../../../src/data/import/taken-example';
import { formatCount } from '../../../bridge/words/format';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import ui from '../../../ui/shape.module.css';
import css from './taken.module.css';
import { mostOfClass, type TakenClass } from './taken-classes';
import type { TakenWords } from './taken-words';
import { useHold, type HoldPace } from '../../senses/use-hold';

/** The number of examples shown without “Show all”. */
const shownExamples = 16;

export function ClassCard({
  of: { name, taken },
  words,
  pace,
  problem,
  isReady,
  onTake,
  onRename,
  onDelete,
  onRemove,
}: {
  of: TakenClass;
  words: TakenWords;
  pace: HoldPace;
  /** The problem of the class’s name. */
  problem: string | undefined;
  /** There is something to take. */
  isReady: boolean;
  /** False: none can be taken. */
  onTake: (isFirst: boolean) => boolean;
  onRename: (name: string) => void;
  onDelete: (takenId: number) => void;
  /** Absent: too few would be left. */
  onRemove: (() => void) | undefined;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const { isGoing, handlers } = useHold(onTake, pace);
  const button = useRef<HTMLDivElement>(null);
  const called = name.trim() || t`this class`;
  const isFull = taken.length >= mostOfClass;
  const shown = isWhole ? taken : taken.slice(-shownExamples);
  const more = taken.length - shown.length;
  const remove = (event: MouseEvent<HTMLButtonElement>, id: number): void => {
    const item = event.currentTarget.closest('li');
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    (next ?? button.current)?.querySelector('button')?.focus();
    onDelete(id);
  };
  return (
    <section className={css.card} aria-label={words.examplesOf(called)}>
      <TextField
        label={t`Class`}
        value={name}
        problem={problem}
        onChange={(event) => onRename(event.target.value)}
      />
      <div ref={button} className={ui.row}>
        <Button
          className={css.hold}
          disabled={!isReady || isFull}
          aria-label={words.holdOf(called)}
          data-going={isGoing}
          {...handlers}
        >
          {isGoing ? words.holding : words.hold}
        </Button>
        {onRemove ? (
          <Button kind="quiet" aria-label={t`Remove ${called}`} onClick={onRemove}>
            {t`Remove`}
          </Button>
        ) : null}
      </div>
      <p className={ui.quiet}>{words.count(taken.length, isFull)}</p>
      {taken.length > 0 ? (
        <ul className={css.thumbnails} aria-label={words.newestOf(called)}>
          {shown
            .map(({ id, example }, at) => (
              <li key={id}>
                <button
                  type="button"
                  className={css.thumbnail}
                  aria-label={words.deleteOne(more + at + 1, called)}
                  title={t`Delete`}
                  onClick={(event) => remove(event, id)}
                >
                  <Thumbnail of={example} />
                </button>
              </li>
            ))
            .reverse()}
        </ul>
      ) : null}
      {more > 0 || (isWhole && taken.length > shownExamples) ? (
        <Button kind="quiet" isSmall onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t`Show the newest only` : t`Show all ${{ length: formatCount(taken.length) }}`}
        </Button>
      ) : null}
    </section>
  );
}

function Thumbnail({ of: { pixels, channels } }: { of: TakenExample }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(pictureSide, pictureSide);
    for (let pixel = 0; pixel < pictureSide ** 2; pixel++) {
      for (let c = 0; c < 3; c++)
        image.data[4 * pixel + c] = channels === 3 ? pixels[3 * pixel + c] : 255 - pixels[pixel];
      image.data[4 * pixel + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }, [pixels, channels]);
  return <canvas ref={canvas} width={pictureSide} height={pictureSide} aria-hidden="true" />;
}
