// The calculator's figures: those of the chosen algorithm, and all topologies beside it.
import { sumPaths } from '../../src/collectives/topology';
import { stepCost, type StepCost } from '../../src/calculator/step-cost';
import type { Setup } from '../../src/calculator/setup';
import { algorithmTitle, formatShare, formatSpan, speedUpWords } from '../bridge/words/calculator-words';
import { formatBytes, formatCount } from '../bridge/words/format';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';
import { Table, type TableView } from '../ui/table-view';
import { calculatorText } from '../text/calculator';
import css from './calculator.module.css';

export function CalculatorResults({ setup, cost }: { setup: Setup; cost: StepCost }) {
  return (
    <Panel title={calculatorText.whatStepCosts} summary={sumWords(setup, cost)}>
      <div className={css.figures}>
        <Facts
          columns={4}
          facts={[
            [calculatorText.oneSum, formatSpan(cost.sumMs)],
            [calculatorText.step2, formatSpan(cost.stepMs)],
            [calculatorText.utilisation, formatShare(cost.utilisation)],
            [calculatorText.speedUp, speedUpWords(cost, setup.worldSize)],
            [calculatorText.scalingEfficiency, formatShare(cost.scalingEfficiency)],
            [calculatorText.sentPerStep, formatBytes(cost.meanBytesPerStep)],
            [calculatorText.sentPerHour, formatBytes(cost.meanBytesPerHour)],
            [calculatorText.gradientOneWay, formatSpan(cost.oneWayMs)],
          ]}
        />
        <Table title={calculatorText.algorithm} view={byAlgorithm(setup)} />
      </div>
    </Panel>
  );
}

function sumWords({ worldSize, isSharedAir, latencyMs, algorithm }: Setup, cost: StepCost): string {
  if (worldSize === 1) return calculatorText.oneReplicaNothing;
  const bytes = isSharedAir
    ? calculatorText.throughAir(
        formatBytes(cost.networkBytesPerSum),
        algorithm === 'gathered' ? '' : calculatorText.whateverTopology,
      )
    : calculatorText.overAllLinks(formatBytes(cost.networkBytesPerSum));
  const latency = latencyMs > 0 ? calculatorText.timeLatency(formatSpan(cost.latencyMs)) : '';
  return calculatorText.sumSendsMessages(bytes, formatCount(cost.hops), latency);
}

function byAlgorithm(setup: Setup): TableView {
  return {
    columns: [
      calculatorText.topology,
      calculatorText.oneSum,
      calculatorText.step3,
      calculatorText.utilisation,
      calculatorText.messages,
      calculatorText.busiestSends,
    ],
    rows: sumPaths.map((algorithm) => {
      const cost = stepCost({ ...setup, algorithm });
      return [
        `${algorithmTitle(algorithm)}${algorithm === setup.algorithm ? ' ✓' : ''}`,
        formatSpan(cost.sumMs),
        formatSpan(cost.stepMs),
        formatShare(cost.utilisation),
        formatCount(cost.hops),
        formatBytes(cost.busiestBytesPerStep),
      ];
    }),
  };
}
