// /lesson/ID/teacher: what a teacher needs to run a lesson, to print.
import { Link } from 'wouter';
import { Button } from '../../ui/button';
import type { Lesson, Slot } from '../core/lesson';
import { lessonTitles } from '../titles';
import { Card } from './lesson-page';
import { frameText } from '../../text/frame';
import { lessonsText } from '../../text/lessons';
import css from './lesson.module.css';

export default function TeacherPage({ lesson }: { lesson: Lesson }) {
  const { title, promise } = lessonTitles[lesson.id];
  const { task, teacher } = lesson.words;
  return (
    <div className={css.stack}>
      <header className={css.head}>
        <p className={css.where}>
          <Link href="/lessons">{lessonsText.lessons}</Link> ·{' '}
          <Link href={`/lesson/${lesson.id}`}>{title}</Link>
          {lesson.hasCalculator ? (
            <>
              {' '}
              · <Link href="/calculator">{frameText.networkCalculator}</Link>
            </>
          ) : null}
        </p>
        <h1>{lessonsText.teachersPage2(title)}</h1>
        <p className={css.promise}>{promise}</p>
        <p className={css.noPrint}>
          <Button isSmall onClick={() => print()}>
            {lessonsText.print}
          </Button>
        </p>
      </header>
      <div className={css.teacher}>
        <Card title={lessonsText.goal}>
          <p>{teacher.goal}</p>
        </Card>
        <Card title={lessonsText.beforeLesson}>
          <p>{teacher.before}</p>
        </Card>
        <Card title={lessonsText.minutes}>
          <Slots slots={teacher.short} />
        </Card>
        <Card title={lessonsText.minutes2}>
          <Slots slots={teacher.long} />
        </Card>
        <Card title={lessonsText.whatSay}>
          <ul className={css.list}>
            {teacher.say.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
        <Card title={lessonsText.whatGoesWrong}>
          <dl className={css.wrong}>
            {teacher.wrong.map(([what, remedy]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{remedy}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title={lessonsText.challenge2}>
          <p>{task}</p>
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
          <span>{lessonsText.min(minutes)}</span>
          <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}
