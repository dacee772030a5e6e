// What will be trained, before the first step: the run's settings as every member holds them.
import type { RunConfig } from '../../../src/replica/protocol';
import { formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import {
  accumulationWords,
  dataWords,
  modelWords,
  optimizerWords,
  termWords,
} from '../../bridge/words/run-words';
import { useShownPart } from '../../bridge/session/session-context';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { RunLink } from './run-link';

export function RunPanel({ className }: { className?: string }) {
  const config = useShownPart((shown) => shown.config);
  const parameterCount = useShownPart((shown) => shown.parameterCount);
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
            ['Learning rate', rateWords(config)],
            ['Batch per replica', accumulationWords(config) || formatCount(config.localBatch)],
            ['Stops after', `${formatCount(config.steps)} steps`],
          ]}
        />
      ) : null}
      <RunLink />
    </Panel>
  );
}

/** '0.003, cosine after 20 steps'. */
function rateWords({ learningRate, schedule }: RunConfig): string {
  const { kind, warmupSteps } = schedule;
  return [
    formatValue(learningRate),
    ...(kind === 'constant' ? [] : [kind]),
    ...(warmupSteps > 0 ? [`${formatCount(warmupSteps)} steps of warm-up`] : []),
  ].join(', ');
}

function sentence(config: RunConfig): string {
  const { data, validationExamples } = config;
  const what = termWords(config) === 'examples' ? 'examples' : 'windows';
  if ('own' in data && data.own)
    return `Each member brings its own ${what}, and holds ${formatPercent(validationExamples / data.examples, 0)} of them out. Shares of a step are in proportion to them. The validation figure counts everybody’s held-out ${what} once.`;
  return `${dataWords(data)}: ${formatCount(data.examples)} ${what}, ${formatCount(validationExamples)} of them held out.`;
}
