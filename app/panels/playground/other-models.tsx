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
import { ModelCard } from './model-card';
import { sampleRuns, trainHere, type SampleRun } from './train-here';

interface Props {
  /** A model is here already: it has the room. */
  hasModel: boolean;
  /** To bring one of these is the next thing to do. */
  isNext: boolean;
  onOpen: (file: File) => void;
  onRefused: (why: Saying) => void;
}

export function OtherModels({ hasModel, isNext, onOpen, onRefused }: Props) {
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
      {session ? (
        <RunOfThisPage session={session} hasModel={hasModel} onOpen={onOpen} onRefused={onRefused} />
      ) : null}
      {sampleRuns.map((run, index) => (
        <ModelCard
          key={run.preset}
          title={presetWords(run.preset).title}
          sketch={hasModel ? undefined : run.preset}
          act={
            <Button
              kind={index === 0 && isNext ? 'primary' : 'plain'}
              disabled={training !== undefined}
              onClick={() => train(run)}
            >
              {t`Train it and play`}
            </Button>
          }
        >
          <p>{triesOf[run.preset]()}</p>
          <p role="status">
            {training?.run === run
              ? t`Training here: step ${{ step: formatCount(training.step) }} of ${{ steps: formatCount(run.steps) }}`
              : t`A small model, trained here in some seconds.`}
          </p>
        </ModelCard>
      ))}
    </>
  );
}

const triesOf: Readonly<Record<SampleRun['preset'], () => string>> = {
  digits: () => t`Draw a digit with the pointer: it says which one it sees.`,
  moons: () => t`Move a point over the border: it says on which side it stands.`,
};

function RunOfThisPage({
  session,
  hasModel,
  onOpen,
  onRefused,
}: Omit<Props, 'isNext'> & { session: Session }) {
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
    <ModelCard
      title={t`The run of this page`}
      sketch={hasModel ? undefined : 'run'}
      act={<Button onClick={() => void open()}>{t`Play with it`}</Button>}
    >
      {t`Step ${{ step: formatCount(step) }}`}
    </ModelCard>
  );
}
