// /lessons: all lessons in their order.
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { lessonIds } from '../lessons/core/lesson';
import { lessonTitles } from '../lessons/titles';
import { Frame } from './frame';
import ui from '../ui/shape.module.css';
import css from './lessons.module.css';

export default function LessonsScreen() {
  return (
    <Frame title={t`Lessons`}>
      <h1>{t`Lessons`}</h1>
      <p
        className={css.lead}
      >{t`Predict, run, explain. Each lesson runs in this page, in seconds, without a network and without an account. Most train real replicas. Each ends with a challenge that the program checks.`}</p>
      <ol className={css.list}>
        {lessonIds.map((id, index) => (
          <li key={id} className={`${ui.card} ${css.lesson}`}>
            <h2>
              <Link href={`/lesson/${id}`}>
                {index + 1}. {lessonTitles[id]().title}
              </Link>
            </h2>
            <p>{lessonTitles[id]().promise}</p>
            <p>
              <Link href={`/lesson/${id}/teacher`}>
                {t`For teachers`}
                <span className="visually-hidden">: {lessonTitles[id]().title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ol>
    </Frame>
  );
}
