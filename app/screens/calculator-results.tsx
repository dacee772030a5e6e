// The calculator's figures: those of the chosen algorithm, and all topologies beside it.
import { sumPaths } from '../../src/collectives/topology';
import { stepCost, type StepCost } from '../../src/calculator/step-cost';
import type { Setup } from '../../src/calculator/setup';
import { algorithmTitles, formatShare, formatSpan, speedUpWords } from '../bridge/words/calculator-words';
import { formatBytes, formatCount } from '../bridge/words/format';
import { Facts } from '../ui/facts';
import { Panel, Table, type TableView } from '../ui/panel';
import css from './calculator.module.css';

export function CalculatorResults({ setup, cost }: { setup: Setup; cost: StepCost }) {
  return (
    <Panel title="What a step costs" summary={sumWords(setup, cost)}>
      <div className={css.figures}>
        <Facts
          columns={4}
          facts={[
            ['One sum', formatSpan(cost.sumMs)],
            ['A step', formatSpan(cost.stepMs)],
            ['Utilisation', formatShare(cost.utilisation)],
            ['Speed-up', speedUpWords(cost, setup.worldSize)],
            ['Scaling efficiency', formatShare(cost.scalingEfficiency)],
            ['Sent per step', formatBytes(cost.meanBytesPerStep)],
            ['Sent per hour', formatBytes(cost.meanBytesPerHour)],
            ['The gradient, one way', formatSpan(cost.oneWayMs)],
          ]}
        />
        <Table title="By algorithm" view={byAlgorithm(setup)} />
      </div>
    </Panel>
  );
}

function sumWords({ worldSize, isSharedAir, latencyMs, algorithm }: Setup, cost: StepCost): string {
  if (worldSize === 1) return 'One replica has nothing to sum.';
  const bytes = isSharedAir
    ? `${formatBytes(cost.networkBytesPerSum)} through the air${algorithm === 'gathered' ? '' : ', whatever the topology'}`
    : `${formatBytes(cost.networkBytesPerSum)} over all links`;
  const latency = latencyMs > 0 ? ` ${formatSpan(cost.latencyMs)} of its time is latency.` : '';
  return `A sum sends ${bytes}, in ${formatCount(cost.hops)} messages one after the other.${latency} Bytes per step and per hour are those of one replica.`;
}

function byAlgorithm(setup: Setup): TableView {
  return {
    columns: ['Topology', 'One sum', 'Step', 'Utilisation', 'Messages', 'Busiest sends'],
    rows: sumPaths.map((algorithm) => {
      const cost = stepCost({ ...setup, algorithm });
      return [
        `${algorithmTitles[algorithm]}${algorithm === setup.algorithm ? ' ✓' : ''}`,
        formatSpan(cost.sumMs),
        formatSpan(cost.stepMs),
        formatShare(cost.utilisation),
        formatCount(cost.hops),
        formatBytes(cost.busiestBytesPerStep),
      ];
    }),
  };
}
