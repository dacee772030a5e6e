// The console's group on the run itself: how far an update moves, how large the batch is, a new run, the end.
import { t } from '@lingui/core/macro';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatValue } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { useShownPart } from '../../bridge/session/session-context';
import { isOwn } from '../../bridge/words/batch-sharing';
import { BatchControls } from './batch-controls';
import { Control } from './control';
import { NewRun } from './new-run';
import { NumberForm } from './number-form';
import { RateSlider } from './rate-slider';

export function RunGroup({ controls }: { controls: HostControls }) {
  const { live, send } = controls;
  const phase = live.phase.kind;
  const canStep = phase === 'lobby' || phase === 'paused' || phase === 'training';
  const isBegun = phase !== 'lobby' && phase !== 'finished' && phase !== 'diverged';
  const isOwnRun = useShownPart(({ config }) => isOwn(config));
  return (
    <Panel title={t`Run`}>
      <Control does={t`All make one step together, then wait.`}>
        <Button disabled={!canStep} onClick={() => send({ kind: 'step' })}>
          {t`One step`}
        </Button>
      </Control>
      <Control does={t`How far an update moves the weights.`} changes="rate">
        <RateSlider controls={controls} />
        <NumberForm
          label={t`Exactly`}
          shown={formatValue(live.learningRate)}
          problemOf={rateProblem}
          onApply={(learningRate) => send({ kind: 'set-learning-rate', learningRate })}
        />
      </Control>
      {live.batch ? (
        <BatchControls
          isOwn={isOwnRun}
          batch={live.batch}
          onApply={(batch) => send({ kind: 'set-batch', batch })}
        />
      ) : null}
      <Control does={t`Other data, another model, other settings. All members start over together.`}>
        <NewRun controls={controls} />
      </Control>
      <Control does={t`Ends this run for all. Its last state is kept.`}>
        <Button disabled={!isBegun} onClick={() => send({ kind: 'stop' })}>
          {t`Stop`}
        </Button>
      </Control>
    </Panel>
  );
}

function rateProblem(rate: number): string | undefined {
  return rate > 0 && rate <= 100 ? undefined : t`Above 0, at most 100.`;
}
