// A teacher's way to a class: one press opens a room for this lesson and its wall, and sets the question that the class will be
// asked.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { currentSession } from '../bridge/session/current-session';
import { engineRoom } from '../bridge/session/engine-room';
import { prepareLesson } from '../panels/question/prepared-lesson';
import { watchPath } from '../../src/replica/room-link';
import { missingWords, openRoom } from './open-room';
import { Button } from '../ui/button';
import { Problem } from '../ui/field';
import type { LessonId } from '../lessons/core/lesson';
import ui from '../ui/shape.module.css';

export default function ClassRoom({ id }: { id: LessonId }) {
  const [, navigate] = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const open = async (): Promise<void> => {
    // Browsers let only a press open a window: the wall's address is known later.
    const wall = window.open('about:blank', '_blank');
    setIsBusy(true);
    setProblem(undefined);
    const config = await moons();
    const opened = config && (await openRoom({ isOpen: true, config, files: undefined }));
    setIsBusy(false);
    const place = currentSession()?.place;
    if (!opened?.ok || place?.kind !== 'room') {
      wall?.close();
      return setProblem(opened?.ok === false ? opened.why : missingWords());
    }
    const { code, key, mark } = place.ticket;
    prepareLesson(code, id);
    if (wall) wall.location = watchPath('project', code, key, mark);
    navigate(opened.value);
  };

  return (
    <>
      <Button kind="primary" disabled={isBusy} onClick={() => void open()}>
        {isBusy ? t`Opening …` : t`Open a room for this lesson`}
      </Button>
      <span className={ui.faint}>
        {t`This device hosts it. The wall for the projector opens in a window of its own, and the question is set.`}
      </span>
      <Problem>{problem}</Problem>
    </>
  );
}

async function moons() {
  const engine = await engineRoom().catch(() => undefined);
  return engine?.presets.find(({ id }) => id === 'moons')?.config;
}
