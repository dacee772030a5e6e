// /lesson/ID and /lesson/ID/teacher: loads the lesson, and shows it in the frame.
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { loadLesson, loadTeacher } from '../lessons/catalogue';
import type { Lesson, TeacherWords } from '../lessons/core/lesson';
import { lessonTitles } from '../lessons/titles';
import { withWords } from '../bridge/session/page-language';
import { useAnswer } from '../bridge/session/use-answer';
import { Button } from '../ui/button';
import { Frame, Loading, NotFoundScreen } from './frame';

const LessonPage = lazy(() => withWords(import('../lessons/view/lesson-page')));
const ClassRoom = lazy(() => withWords(import('./class-room')));
const TeacherPage = lazy(() => withWords(import('../lessons/view/teacher-page')));

export default function LessonScreen({ id, isForTeacher = false }: { id: string; isForTeacher?: boolean }) {
  const search = useSearch();
  const [loaded, retry] = useLoadedLesson(id, isForTeacher);
  if (loaded === undefined) return <NotFoundScreen />;
  if (loaded === 'loading') return <Loading />;
  if (loaded === 'missing')
    return (
      <Frame title={t`Not loaded`}>
        <h1>{t`The lesson could not be loaded`}</h1>
        <p>{t`Perhaps the connection dropped.`}</p>
        <p>
          <Button onClick={retry}>{t`Try again`}</Button>
        </p>
      </Frame>
    );
  const { lesson, teacher } = loaded;
  return (
    <Frame title={lessonTitles[lesson.id]().title} isWide>
      <Suspense fallback={<Loading />}>
        {teacher ? (
          <TeacherPage lesson={lesson} teacher={teacher()} classRoom={<ClassRoom id={lesson.id} />} />
        ) : (
          <LessonPage lesson={lesson} search={search} />
        )}
      </Suspense>
    </Frame>
  );
}

interface Loaded {
  readonly lesson: Lesson;
  readonly teacher: (() => TeacherWords) | undefined;
}

function useLoadedLesson(
  id: string,
  isForTeacher: boolean,
): [Loaded | undefined | 'loading' | 'missing', retry: () => void] {
  const [attempt, setAttempt] = useState(0);
  const load = async (): Promise<Loaded | undefined | 'missing'> => {
    try {
      const lesson = await loadLesson(id);
      return lesson && { lesson, teacher: isForTeacher ? await loadTeacher(lesson.id) : undefined };
    } catch {
      return 'missing';
    }
  };
  return [useAnswer(load, `${id} ${isForTeacher} ${attempt}`, 'loading'), () => setAttempt(attempt + 1)];
}
