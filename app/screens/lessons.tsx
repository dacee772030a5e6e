// /lessons: the way from the first lesson to the last, with a picture of each, and where one was.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { lessonMemory } from '../lessons/core/lesson-memory';
import { lessonIds, type LessonId } from '../lessons/core/lesson';
import { lessonTitles } from '../lessons/titles';
import { LessonPicture } from '../lessons/view/lesson-picture';
import { buttonClass } from '../ui/button';
import { Frame } from './frame';
import ui from '../ui/shape.module.css';
import css from './lessons.module.css';

/** The parts of the way: each asks for what the one before has shown. */
const parts = [
  { title: () => t`Begin here`, ids: ['how-a-sum-travels', 'one-model', 'effective-batch'] },
  {
    title: () => t`What makes a step slow, and what helps`,
    ids: ['communication-wall', 'fuse-and-overlap', 'fewer-bytes', 'talk-less'],
  },
  { title: () => t`What goes wrong, and where it ends`, ids: ['peer-dies', 'when-it-stops'] },
] as const satisfies readonly { title: () => string; ids: readonly LessonId[] }[];

/** The time that one person takes alone. */
const minutes: Readonly<Record<LessonId, number>> = {
  'how-a-sum-travels': 8,
  'one-model': 8,
  'effective-batch': 12,
  'communication-wall': 10,
  'fuse-and-overlap': 12,
  'fewer-bytes': 10,
  'talk-less': 12,
  'peer-dies': 8,
  'when-it-stops': 10,
};

export default function LessonsScreen() {
  const [{ met, last }] = useState(lessonMemory);
  const next = last && !met.includes(last) ? last : lessonIds.find((id) => !met.includes(id));
  return (
    <Frame title={t`Lessons`} isWide>
      <div className={css.lessons}>
        <header className={css.head}>
          <h1>{t`Lessons`}</h1>
          <p
            className={css.lead}
          >{t`Predict, watch, understand. Each runs in this page, alone or with a class, and ends with a challenge.`}</p>
        </header>
        {next ? <Next id={next} isFirst={met.length === 0 && last === undefined} /> : null}
        {parts.map(({ title, ids }) => (
          <section key={ids[0]} aria-labelledby={ids[0]}>
            <h2 id={ids[0]}>{title()}</h2>
            <ol className={css.list} start={lessonIds.indexOf(ids[0]) + 1}>
              {ids.map((id) => (
                <Lesson key={id} id={id} isMet={met.includes(id)} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Frame>
  );
}

function Next({ id, isFirst }: { id: LessonId; isFirst: boolean }) {
  const { title, promise } = lessonTitles[id]();
  return (
    <section className={`${ui.card} ${css.next}`} aria-labelledby="next">
      <LessonPicture id={id} />
      <div>
        <h2 id="next">{title}</h2>
        <p>{promise}</p>
        <p>
          <Link href={`/lesson/${id}`} className={buttonClass('primary')}>
            {isFirst ? t`Begin with the first lesson` : t`Continue with this lesson`}
          </Link>
        </p>
      </div>
    </section>
  );
}

function Lesson({ id, isMet }: { id: LessonId; isMet: boolean }) {
  const { title, promise } = lessonTitles[id]();
  return (
    <li className={`${ui.card} ${css.lesson} ${isMet ? css.met : ''}`}>
      <LessonPicture id={id} />
      <h3>
        <Link href={`/lesson/${id}`}>
          {lessonIds.indexOf(id) + 1}. {title}
        </Link>
      </h3>
      <p>{promise}</p>
      <p className={css.foot}>
        <span>{t`about ${{ minutes: minutes[id] }} minutes`}</span>
        {isMet ? <strong className={css.done}>{t`✓ challenge met`}</strong> : null}
        <Link href={`/lesson/${id}/teacher`}>
          {t`For teachers`}
          <span className="visually-hidden">: {title}</span>
        </Link>
      </p>
    </li>
  );
}
