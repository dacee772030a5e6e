// Models for a person without a file: the run of this page, and small ones that are trained here in seconds.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { useCurrentSession } from '../../bridge/session/current-session';
import type { Session } from '../../bridge/session/session';
import { formatCount } from '../../bridge/words/format';
import { presetWords } from '../../bridge/words/preset-words';
import { Button } from '../../ui/button';
import { sampleRuns, trainHere, type SampleRun } from './train-here';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

interface Props {
  /** A model is here already: no other one is the next thing to do. */
  hasModel: boolean;
  onOpen: (file: File) => void;
  onRefused: (why: Saying) => void;
}

export function OtherModels({ hasModel, onOpen, onRefused }: Props) {
  const session = useCurrentSession();
  const [training, setTraining] = useState<{ readonly run: SampleRun; readonly step: number }>();
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const train = (run: SampleRun): void => {
    const controller = new AbortController();
    ending.current = controller;
    setTraining({ run, step: 0 });
    trainHere(run, (step) => setTraining({ run, step }), controller.signal)
      .then(onOpen, (error: unknown) => !controller.signal.aborted && onRefused(saidOf(error)))
      .finally(() => !controller.signal.aborted && setTraining(undefined));
  };
  return (
    <>
      {session ? <RunOfThisPage session={session} onOpen={onOpen} onRefused={onRefused} /> : null}
      {sampleRuns.map((run, index) => (
        <div key={run.preset} className={css.compare}>
          <div>
            <p className={css.shown}>{presetWords(run.preset).title}</p>
            <p className={ui.quiet} role="status">
              {training?.run === run
                ? t`Training here: step ${{ step: formatCount(training.step) }} of ${{ steps: formatCount(run.steps) }}`
                : t`A small model, trained here in some seconds.`}
            </p>
          </div>
          <Button
            kind={index === 0 && !hasModel ? 'primary' : 'plain'}
            isSmall
            disabled={training !== undefined}
            onClick={() => train(run)}
          >
            {t`Train it and play`}
          </Button>
        </div>
      ))}
    </>
  );
}

function RunOfThisPage({ session, onOpen, onRefused }: Omit<Props, 'hasModel'> & { session: Session }) {
  const step = useStore(session.store, ({ shown }) => shown?.step ?? 0);
  if (step === 0) return null;
  const open = async (): Promise<void> => {
    try {
      const { name, file } = await session.checkpoint();
      onOpen(new File([file], name));
    } catch (error) {
      onRefused(saidOf(error));
    }
  };
  return (
    <div className={css.compare}>
      <div>
        <p className={css.shown}>{t`The run of this page`}</p>
        <p className={ui.quiet}>{t`Step ${{ step: formatCount(step) }}`}</p>
      </div>
      <Button isSmall onClick={() => void open()}>
        {t`Play with it`}
      </Button>
    </div>
  );
}
