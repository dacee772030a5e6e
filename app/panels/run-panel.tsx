// What will be trained, before the first step: the run's settings as every member holds them.
import type { RunConfig } from '../../src/replica/protocol';
import { formatCount, formatValue } from '../bridge/format';
import { dataWords, optimizerWords, modelWords } from '../bridge/run-words';
import { useShown } from '../bridge/session-context';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';

export function RunPanel({ className }: { className?: string }) {
  const { config, parameterCount } = useShown();
  return (
    <Panel
      title="This run"
      className={className}
      summary={config ? sentence(config) : 'The settings arrive with the first link to the ring.'}
    >
      {config ? (
        <Facts
          columns={2}
          facts={[
            ['Model', modelWords(config.model)],
            ['Parameters', parameterCount > 0 ? formatCount(parameterCount) : '–'],
            ['Optimizer', optimizerWords(config.optimizer)],
            ['Learning rate', formatValue(config.learningRate)],
            ['Batch per replica', formatCount(config.localBatch)],
            ['Stops after', `${formatCount(config.steps)} steps`],
          ]}
        />
      ) : null}
    </Panel>
  );
}

function sentence({ data, validationExamples }: RunConfig): string {
  return `${dataWords(data)}: ${formatCount(data.examples)} examples, ${formatCount(validationExamples)} of them held out.`;
}
