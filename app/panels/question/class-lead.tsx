// The console's part of a lesson that a class runs together (H19): what this device does for the room now.
import type { LessonRun, QuestionNow } from '../../../src/replica/protocol';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatSentence } from '../../bridge/words/format';
import { questionText } from '../../text/question';
import { Button } from '../../ui/button';
import { Control } from '../host/control';
import type { ClassRun, ClassStage } from './class-run';
import { Explained } from './explained';
import { LessonRunView } from './lesson-run';
import css from './question.module.css';

export function ClassLead({
  now,
  run,
  stage,
  hasOthers = true,
}: {
  now: QuestionNow;
  run: Pick<ClassRun, 'lead' | 'runNow' | 'stop'>;
  stage: ClassStage;
  /** The ring has other members. */
  hasOthers?: boolean;
}) {
  switch (stage.kind) {
    case 'none':
      return now.measured === undefined ? (
        <Lead words={questionText.runForRoom} onLead={() => run.lead()} />
      ) : (
        <WhatRan now={now} run={now.run} />
      );
    case 'asks':
      return (
        <p className={css.hint}>{hasOthers ? questionText.closesByItself : questionText.closesByHand}</p>
      );
    case 'answers':
      return (
        <div className={css.row}>
          <p role="status">{questionText.classLooks}</p>
          <Button isSmall onClick={() => run.runNow()}>
            {questionText.runNow}
          </Button>
        </div>
      );
    case 'runs': {
      const { progress } = stage;
      return (
        <>
          <div className={css.row}>
            <p className={css.hint}>
              {stage.isAnew ? `${questionText.runsAnew} ` : ''}
              {progress?.doing() ?? questionText.ringPauses}
            </p>
            <Button isSmall onClick={() => run.stop()}>
              {questionText.stopRun}
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
              within={(words) => questionText.runFailed(formatSentence(words))}
            />
          </p>
          <Lead words={questionText.runAgain} onLead={() => run.lead()} />
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
    <Control does={questionText.closesRunsShows}>
      <Button kind="primary" onClick={onLead}>
        {words}
      </Button>
    </Control>
  );
}
