// A part of a lesson's page, with its number on the way.
import { useId, type ReactNode } from 'react';
import ui from '../../ui/shape.module.css';
import css from './lesson.module.css';

interface CardProps {
  number?: number;
  title: string;
  children: ReactNode;
}

export function Card({ number, title, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${ui.card} ${css.card}`} aria-labelledby={id}>
      <h2 id={id}>
        {number === undefined ? null : (
          <span className={css.number} aria-hidden="true">
            {number}
          </span>
        )}
        {title}
      </h2>
      {children}
    </section>
  );
}
