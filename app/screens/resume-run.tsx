// Home: a room of its own goes on with a saved run.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { rememberedEngine } from '../bridge/session/device-memory';
import type { LocalFiles, SavedRun } from '../bridge/session/engine-room';
import { SavedRuns } from '../panels/host/saved-runs';
import { useRunFileDrop } from '../panels/host/use-run-file-drop';
import { TaggedSentence } from '../ui/tagged-sentence';
import { openRoom } from './open-room';
import { Problem } from '../ui/field';
import ui from '../ui/shape.module.css';
import css from './start.module.css';

export default function ResumeRun() {
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const drop = useRunFileDrop();
  const resume = async (
    { file, facts, base }: SavedRun,
    steps: number,
    files: LocalFiles | undefined,
  ): Promise<void> => {
    setProblem(undefined);
    const opened = await openRoom({
      isOpen: true,
      config: { ...facts.config, steps },
      files,
      base,
      engine: rememberedEngine(),
      resumed: { kind: 'resume', file, steps },
    });
    if (opened.ok) navigate(opened.value);
    else setProblem(opened.why);
  };
  return (
    <section className={`${ui.card} ${css.way}`} aria-labelledby="resume">
      <h2 id="resume">{t`Go on with a saved run`}</h2>
      <SavedRuns
        submitText={t`Go on in a new room`}
        drop={drop}
        onResume={(run, steps, files) => void resume(run, steps, files)}
      />
      <p>
        <TaggedSentence
          text={t`Or <0>play with a saved run</0>, without a room.`}
          parts={[(words) => <Link href="/playground">{words}</Link>]}
        />
      </p>
      <Problem>{problem}</Problem>
    </section>
  );
}
