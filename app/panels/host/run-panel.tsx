// What will be trained, before the first step: the run's settings as every member holds them.
import type { RunConfig } from '../../../src/replica/protocol';
import { exampleWords } from '../../bridge/words/batch-sharing';
import { formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import { accumulationWords, dataWords, modelWords, optimizerWords } from '../../bridge/words/run-words';
import { useShownPart } from '../../bridge/session/session-context';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { RunLink } from './run-link';
import { hostingText } from '../../text/hosting';
import { runsText } from '../../text/runs';

export function RunPanel({ className }: { className?: string }) {
  const config = useShownPart((shown) => shown.config);
  const parameterCount = useShownPart((shown) => shown.parameterCount);
  return (
    <Panel
      title={hostingText.run2}
      className={className}
      summary={config ? sentence(config) : hostingText.settingsArriveFirst}
    >
      {config ? (
        <Facts
          columns={2}
          facts={[
            [hostingText.model, modelWords(config.model)],
            [hostingText.parameters, parameterCount > 0 ? formatCount(parameterCount) : '–'],
            [hostingText.optimizer, optimizerWords(config.optimizer)],
            [hostingText.learningRate, rateWords(config)],
            [hostingText.batchPerReplica, accumulationWords(config) || formatCount(config.localBatch)],
            [hostingText.stopsAfter, hostingText.steps2(formatCount(config.steps))],
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
    ...(kind === 'constant' ? [] : [runsText.schedules[kind]]),
    ...(warmupSteps > 0 ? [hostingText.stepsWarmUp(formatCount(warmupSteps))] : []),
  ].join(', ');
}

function sentence(config: RunConfig): string {
  const { data, validationExamples } = config;
  const what = exampleWords(config);
  if ('own' in data && data.own)
    return hostingText.eachMemberBrings(what, formatPercent(validationExamples / data.examples, 0));
  return hostingText.themHeldOut(
    dataWords(data),
    formatCount(data.examples),
    what,
    formatCount(validationExamples),
  );
}
