// On the screen of a teacher whose room was opened for a lesson: its question is set, and one press asks it once the class is
// there.
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { watchPath } from '../../../src/replica/room-link';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { initialValues } from '../../lessons/core/control';
import { loadLesson } from '../../lessons/catalogue';
import type { LessonId } from '../../lessons/core/lesson';
import { lessonTitles } from '../../lessons/titles';
import { Button } from '../../ui/button';
import { useLoaded } from '../../ui/use-loaded';
import { useClassRun } from './class-runs';
import { preparedLesson, prepareLesson } from './prepared-lesson';
import ui from '../../ui/shape.module.css';
import css from './question.module.css';

export function PreparedLesson() {
  const { place } = useSession();
  const code = place.kind === 'room' ? place.ticket.code : undefined;
  const [id, setId] = useState(() => (code === undefined ? undefined : preparedLesson(code)));
  const isHost = useShownPart((shown) => shown.isHost);
  if (place.kind !== 'room' || !id || !isHost) return null;
  const forget = (): void => {
    prepareLesson(place.ticket.code, undefined);
    setId(undefined);
  };
  return (
    <section className={`${ui.card} ${css.card}`} aria-label={t`The lesson of this room`}>
      <p className={css.question}>{t`Lesson: ${{ title: lessonTitles[id]().title }}`}</p>
      <Ask id={id} onDone={forget} />
      <p className={css.row}>
        <a
          href={watchPath('project', place.ticket.code, place.ticket.key, place.ticket.mark)}
          target="_blank"
          rel="noopener"
        >
          {t`The wall for the projector (opens a new tab)`}
        </a>
        <Button kind="quiet" isSmall onClick={forget}>
          {t`Not this lesson`}
        </Button>
      </p>
    </section>
  );
}

function Ask({ id, onDone }: { id: LessonId; onDone: () => void }) {
  const others = useShownPart(({ worldSize }) => worldSize - 1);
  const { run } = useClassRun();
  const { value: lesson, hasFailed } = useLoaded(id, async () => (await loadLesson(id)) ?? 'missing');
  if (hasFailed || lesson === 'missing')
    return <p role="alert">{t`The lesson could not be loaded. Reload this page.`}</p>;
  return (
    <div className={css.row}>
      <Button
        kind="primary"
        disabled={!lesson}
        onClick={() => {
          if (!lesson) return;
          run.ask({ kind: 'lesson', lesson: id, values: initialValues(lesson.controls()) });
          onDone();
        }}
      >
        {t`Ask the class`}
      </Button>
      <span role="status">
        {others === 0
          ? t`Nobody else is here yet: the wall shows how to come in.`
          : plural(others, { one: 'One other is here.', other: `${others} others are here.` })}{' '}
        {t`Ask once all are here. The run follows by itself.`}
      </span>
    </div>
  );
}
