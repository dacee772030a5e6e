// The console's part of a lesson that a class runs together (H19): what this device does for the room now.
import { t } from '@lingui/core/macro';
import type { LessonRun, QuestionNow } from '../../../src/replica/protocol';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatSentence } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Control } from '../host/control';
import type { ClassRun, ClassStage } from './class-run';
import { Explained } from './explained';
import { LessonRunView } from './lesson-run';
import css from './question.module.css';

interface Props {
  now: QuestionNow;
  run: Pick<ClassRun, 'lead' | 'runNow' | 'stop'>;
  stage: ClassStage;
  /** The ring has other members. */
  hasOthers?: boolean;
}

export function ClassLead({ now, run, stage, hasOthers = true }: Props) {
  switch (stage.kind) {
    case 'none':
      return now.measured === undefined ? (
        <Lead words={t`Run it here for the room`} onLead={() => run.lead()} />
      ) : (
        <WhatRan now={now} run={now.run} />
      );
    case 'asks':
      return (
        <p className={css.hint}>
          {hasOthers
            ? t`It closes by itself five seconds after all other members have answered. Then this device runs the lesson.`
            : t`The ring has no other member: close it when you like. Then this device runs the lesson.`}
        </p>
      );
    case 'answers':
      return (
        <div className={css.row}>
          <p role="status">{t`The class looks at its answers. The run begins in some seconds.`}</p>
          <Button isSmall onClick={() => run.runNow()}>
            {t`Run it now`}
          </Button>
        </div>
      );
    case 'runs': {
      const { progress } = stage;
      return (
        <>
          <div className={css.row}>
            <p className={css.hint}>
              {stage.isAnew
                ? `${t`This page was loaded again, and the runs that it had begun were lost: they start again.`} `
                : ''}
              {progress?.doing() ?? t`This device runs the lesson. The room’s own run pauses meanwhile.`}
            </p>
            <Button isSmall onClick={() => run.stop()}>
              {t`Stop the run`}
            </Button>
          </div>
          {progress && now.asks.kind === 'lesson' ? (
            <LessonRunView asks={now.asks} run={progress.run} isOver={false} />
          ) : null}
        </>
      );
    }
    case 'came':
      return <WhatRan now={now} run={stage.came.run} />;
    case 'failed':
      return (
        <>
          <p role="alert">
            <ProblemLine
              problem={stage.why}
              within={(words) => t`The run failed. ${{ why: formatSentence(words) }}`}
            />
          </p>
          <Lead words={t`Run it once more`} onLead={() => run.lead()} />
        </>
      );
    default:
      return stage satisfies never;
  }
}

function WhatRan({ now: { asks }, run }: { now: QuestionNow; run: LessonRun | undefined }) {
  return run && asks.kind === 'lesson' ? (
    <>
      <LessonRunView asks={asks} run={run} isOver />
      <Explained asks={asks} run={run} />
    </>
  ) : null;
}

function Lead({ words, onLead }: { words: string; onLead: () => void }) {
  return (
    <Control
      does={t`When all other members have answered, this device closes the question, runs the lesson and shows everybody what came.`}
    >
      <Button kind="primary" onClick={onLead}>
        {words}
      </Button>
    </Control>
  );
}
