// A model that a person may try: a picture of it, what one can do with it, and the press that brings it. Once there is a model
// to play with, the pictures leave the room to it.
import type { ReactNode } from 'react';
import { ModelSketch, type Sketch } from './model-sketch';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

interface Props {
  readonly title: string;
  readonly sketch: Sketch | undefined;
  /** The button of the card, or its progress. */
  readonly children: ReactNode;
  readonly act: ReactNode;
}

export function ModelCard({ title, sketch, children, act }: Props) {
  return (
    <div className={`${ui.card} ${css.model}`}>
      {sketch ? <ModelSketch of={sketch} /> : null}
      <p className={css.shown}>{title}</p>
      <div className={ui.quiet}>{children}</div>
      <div>{act}</div>
    </div>
  );
}
