// /lesson/ID/teacher: what a teacher needs to run a lesson, to print.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button';
import type { Lesson, Slot, TeacherWords } from '../core/lesson';
import { lessonTitles } from '../titles';
import { Card } from './card';
import ui from '../../ui/shape.module.css';
import css from './lesson.module.css';

interface Props {
  lesson: Lesson;
  teacher: TeacherWords;
  /** The way to a class. */
  classRoom: ReactNode;
}

export default function TeacherPage({ lesson, teacher, classRoom }: Props) {
  const { title, promise } = lessonTitles[lesson.id]();
  const { task } = lesson.words();
  return (
    <div className={`${ui.stack} ${css.stack}`}>
      <header className={css.head}>
        <p className={css.where}>
          <Link href="/lessons">{t`Lessons`}</Link> · <Link href={`/lesson/${lesson.id}`}>{title}</Link>
          {lesson.hasCalculator ? (
            <>
              {' '}
              · <Link href="/calculator">{t`Network calculator`}</Link>
            </>
          ) : null}
        </p>
        <h1>{t`${title}: the teacher’s page`}</h1>
        <p className={css.story}>{promise}</p>
        <div className={css.noPrint}>
          {classRoom}
          <Button isSmall onClick={() => print()}>
            {t`Print`}
          </Button>
        </div>
      </header>
      <div className={css.teacher}>
        <Card title={t`Goal`}>
          <p>{teacher.goal}</p>
        </Card>
        <Card title={t`Before the lesson`}>
          <p>{teacher.before}</p>
        </Card>
        <Card title={t`What one sees`}>
          <p>{teacher.expected}</p>
        </Card>
        <Card title={t`The challenge`}>
          <p>{task}</p>
          <details>
            <summary>{t`Solution`}</summary>
            <p>{teacher.solution}</p>
          </details>
        </Card>
        <Card title={t`In 20 minutes`}>
          <Slots slots={teacher.short} />
        </Card>
        <Card title={t`In 45 minutes`}>
          <Slots slots={teacher.long} />
        </Card>
        <Card title={t`What to say`}>
          <ul className={css.list}>
            {teacher.say.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
        <Card title={t`What goes wrong`}>
          <dl className={css.wrong}>
            {teacher.wrong.map(([what, remedy]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{remedy}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </div>
  );
}

function Slots({ slots }: { slots: readonly Slot[] }) {
  return (
    <ol className={css.slots}>
      {slots.map(([minutes, what]) => (
        <li key={what}>
          <span>{t`${minutes}\u00a0min`}</span>
          <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}
