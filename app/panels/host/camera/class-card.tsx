// One class: its name, the button that takes pictures, and the pictures.
import { plural, select, t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { pictureSide } from '../../../../src/data/import/camera-picture';
import { formatCount } from '../../../bridge/words/format';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import ui from '../../../ui/shape.module.css';
import css from './pictures.module.css';
import { mostOfClass, type PictureClass, type TakenPicture } from './picture-classes';
import { useHold } from '../../camera/use-hold';

/** The number of pictures shown without “Show all”. */
const shownPictures = 16;

export function ClassCard({
  of: { name, pictures },
  problem,
  isReady,
  onTake,
  onRename,
  onDelete,
  onRemove,
}: {
  of: PictureClass;
  /** The problem of the class’s name. */
  problem: string | undefined;
  /** The camera has a picture. */
  isReady: boolean;
  /** False: none can be taken. */
  onTake: (isFirst: boolean) => boolean;
  onRename: (name: string) => void;
  onDelete: (pictureId: number) => void;
  /** Absent: too few would be left. */
  onRemove: (() => void) | undefined;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const hold = useHold(onTake);
  const button = useRef<HTMLDivElement>(null);
  const called = name.trim() || t`this class`;
  const isFull = pictures.length >= mostOfClass;
  const shown = isWhole ? pictures : pictures.slice(-shownPictures);
  const more = pictures.length - shown.length;
  const remove = (event: MouseEvent<HTMLButtonElement>, id: number): void => {
    const item = event.currentTarget.closest('li');
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    (next ?? button.current)?.querySelector('button')?.focus();
    onDelete(id);
  };
  return (
    <section className={css.card} aria-label={t`Pictures of ${called}`}>
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
          aria-label={t`Hold to take pictures of ${called}`}
          {...hold}
        >
          {t`Hold to take pictures`}
        </Button>
        {onRemove ? (
          <Button kind="quiet" aria-label={t`Remove ${called}`} onClick={onRemove}>
            {t`Remove`}
          </Button>
        ) : null}
      </div>
      <p className={ui.quiet}>
        {t`${plural(
          { pictures: pictures.length },
          {
            one: `${{ count: formatCount(pictures.length) }} picture`,
            other: `${{ count: formatCount(pictures.length) }} pictures`,
          },
        )}${select({ isFull: String(isFull) }, { true: ', the most of a class', other: '' })}`}
      </p>
      {pictures.length > 0 ? (
        <ul className={css.thumbnails} aria-label={t`Newest pictures of ${called}`}>
          {shown
            .map((picture, at) => (
              <li key={picture.id}>
                <button
                  type="button"
                  className={css.thumbnail}
                  aria-label={t`Delete picture ${{ value: more + at + 1 }} of ${called}`}
                  title={t`Delete`}
                  onClick={(event) => remove(event, picture.id)}
                >
                  <Thumbnail of={picture} />
                </button>
              </li>
            ))
            .reverse()}
        </ul>
      ) : null}
      {more > 0 || (isWhole && pictures.length > shownPictures) ? (
        <Button kind="quiet" isSmall onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t`Show the newest only` : t`Show all ${{ length: formatCount(pictures.length) }}`}
        </Button>
      ) : null}
    </section>
  );
}

function Thumbnail({ of: { pixels } }: { of: TakenPicture }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(pictureSide, pictureSide);
    for (let pixel = 0; pixel < pictureSide ** 2; pixel++) {
      image.data.set(pixels.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
      image.data[4 * pixel + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }, [pixels]);
  return <canvas ref={canvas} width={pictureSide} height={pictureSide} aria-hidden="true" />;
}
