// /lesson/ID/teacher: what a teacher needs to run a lesson, to print.
import { Link } from 'wouter';
import { Button } from '../../ui/button';
import type { Lesson, Slot } from '../core/lesson';
import { lessonTitles } from '../titles';
import { Card } from './lesson-page';
import css from './lesson.module.css';

export default function TeacherPage({ lesson }: { lesson: Lesson }) {
  const { title, promise } = lessonTitles[lesson.id];
  const { task, teacher } = lesson.words;
  return (
    <div className={css.stack}>
      <header className={css.head}>
        <p className={css.where}>
          <Link href="/lessons">Lessons</Link> · <Link href={`/lesson/${lesson.id}`}>{title}</Link>
        </p>
        <h1>{title}: the teacher’s page</h1>
        <p className={css.promise}>{promise}</p>
        <p className={css.noPrint}>
          <Button isSmall onClick={() => print()}>
            Print
          </Button>
        </p>
      </header>
      <div className={css.teacher}>
        <Card title="Goal">
          <p>{teacher.goal}</p>
        </Card>
        <Card title="Before the lesson">
          <p>{teacher.before}</p>
        </Card>
        <Card title="In 20 minutes">
          <Slots slots={teacher.short} />
        </Card>
        <Card title="In 45 minutes">
          <Slots slots={teacher.long} />
        </Card>
        <Card title="What to say">
          <ul className={css.list}>
            {teacher.say.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
        <Card title="What goes wrong">
          <dl className={css.wrong}>
            {teacher.wrong.map(([what, remedy]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{remedy}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title="The challenge">
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
          <span>{minutes} min</span>
          <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}
