// What zoomed pictures share: the area that a drag covers, and the button that shows all again.
import { t } from '@lingui/core/macro';
import type { CSSProperties, RefObject } from 'react';
import { zoomInto } from './chart-view';
import type { Range } from './zoom-range';
import css from './show-all.module.css';

interface SelectionProps {
  readonly drag: Range;
  readonly top: number;
  readonly bottom: number;
}

export function Selection({ drag: [from, to], top, bottom }: SelectionProps) {
  return (
    <rect
      className={css.selection}
      x={Math.min(from, to)}
      width={Math.abs(to - from)}
      y={top}
      height={bottom - top}
    />
  );
}

interface Props {
  readonly group: string;
  /** The picture, which takes the focus: the button goes. */
  readonly frame: RefObject<HTMLElement | null>;
  /** The place of the button. */
  readonly style: CSSProperties;
}

export function ShowAll({ group, frame, style }: Props) {
  return (
    <button
      type="button"
      className={css.button}
      style={style}
      onClick={() => {
        zoomInto(group, undefined);
        frame.current?.focus();
      }}
    >
      {t`Show all`}
    </button>
  );
}
