// /lessons: all lessons in their order.
import { Link } from 'wouter';
import { lessonIds, lessonTitles } from '../lessons/titles';
import { Frame } from './frame';
import { lessonsText } from '../text/lessons';
import css from './lessons.module.css';

export default function LessonsScreen() {
  return (
    <Frame title={lessonsText.lessons}>
      <h1 className={css.title}>{lessonsText.lessons}</h1>
      <p className={css.lead}>{lessonsText.predictRunExplain}</p>
      <ol className={css.list}>
        {lessonIds.map((id, index) => (
          <li key={id} className={css.lesson}>
            <h2>
              <Link href={`/lesson/${id}`}>
                {index + 1}. {lessonTitles[id].title}
              </Link>
            </h2>
            <p>{lessonTitles[id].promise}</p>
            <p>
              <Link href={`/lesson/${id}/teacher`}>
                {lessonsText.teachers}
                <span className="visually-hidden">: {lessonTitles[id].title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ol>
    </Frame>
  );
}
