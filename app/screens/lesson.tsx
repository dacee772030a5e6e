// /lesson/ID and /lesson/ID/teacher: loads the lesson, and shows it in the frame.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { loadLesson } from '../lessons/catalogue';
import type { Lesson } from '../lessons/core/lesson';
import { lessonTitles } from '../lessons/titles';
import { withWords } from '../bridge/session/page-language';
import { useAnswer } from '../bridge/session/use-answer';
import { Button } from '../ui/button';
import { Frame, Loading, NotFoundScreen } from './frame';

const LessonPage = lazy(() => withWords(import('../lessons/view/lesson-page')));
const TeacherPage = lazy(() => withWords(import('../lessons/view/teacher-page')));

export default function LessonScreen({ id, isForTeacher = false }: { id: string; isForTeacher?: boolean }) {
  const search = useSearch();
  const [lesson, retry] = useLoadedLesson(id);
  if (lesson === undefined) return <NotFoundScreen />;
  if (lesson === 'loading') return <Loading />;
  if (lesson === 'missing')
    return (
      <Frame title={t`Not loaded`}>
        <h1>{t`The lesson could not be loaded`}</h1>
        <p>{t`Perhaps the connection dropped.`}</p>
        <p>
          <Button onClick={retry}>{t`Try again`}</Button>
        </p>
      </Frame>
    );
  return (
    <Frame title={lessonTitles[lesson.id]().title} isWide>
      <Suspense fallback={<Loading />}>
        {isForTeacher ? <TeacherPage lesson={lesson} /> : <LessonPage lesson={lesson} search={search} />}
      </Suspense>
    </Frame>
  );
}

function useLoadedLesson(id: string): [Lesson | undefined | 'loading' | 'missing', retry: () => void] {
  const [attempt, setAttempt] = useState(0);
  const load = () => loadLesson(id).catch(() => 'missing' as const);
  return [useAnswer(load, `${id} ${attempt}`, 'loading'), () => setAttempt(attempt + 1)];
}
