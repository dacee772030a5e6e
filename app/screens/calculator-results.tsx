// The calculator's figures: those of the chosen algorithm, and all topologies beside it.
import { plural, select, t } from '@lingui/core/macro';
import { sumPaths } from '../../src/collectives/topology';
import { stepCost, type StepCost } from '../../src/calculator/step-cost';
import type { Setup } from '../../src/calculator/setup';
import { algorithmTitle, formatShare, formatSpan, speedUpWords } from '../bridge/words/calculator-words';
import { formatBytes, formatCount } from '../bridge/words/format';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';
import { Table, type TableView } from '../ui/table-view';
import css from './calculator.module.css';

export function CalculatorResults({ setup, cost }: { setup: Setup; cost: StepCost }) {
  return (
    <Panel title={t`What a step costs`} summary={sumWords(setup, cost)}>
      <div className={css.figures}>
        <Facts
          columns={4}
          facts={[
            [t`One sum`, formatSpan(cost.sumMs)],
            [t`A step`, formatSpan(cost.stepMs)],
            [t`Utilisation`, formatShare(cost.utilisation)],
            [t`Speed-up`, speedUpWords(cost, setup.worldSize)],
            [t`Scaling efficiency`, formatShare(cost.scalingEfficiency)],
            [t`Sent per step`, formatBytes(cost.meanBytesPerStep)],
            [t`Sent per hour`, formatBytes(cost.meanBytesPerHour)],
            [t`The gradient, one way`, formatSpan(cost.oneWayMs)],
          ]}
        />
        <Table title={t`By algorithm`} view={byAlgorithm(setup)} />
      </div>
    </Panel>
  );
}

function sumWords(
  { worldSize, perMachine, isSharedAir, latencyMs, algorithm }: Setup,
  cost: StepCost,
): string {
  if (worldSize === 1) return t`One replica has nothing to sum.`;
  const bytes = formatBytes(cost.networkBytesPerSum);
  // Replicas that share machines send less through the air by some ways than by others.
  const differs = algorithm === 'gathered' || perMachine > 1;
  const way = !isSharedAir ? 'links' : differs ? 'gathered' : 'air';
  return [
    t`A sum sends ${select(way, {
      links: `${bytes} over all links`,
      gathered: `${bytes} through the air`,
      other: `${bytes} through the air, whatever the topology`,
    })}, in ${plural({ count: cost.hops }, { one: 'one message', other: `${{ hops: formatCount(cost.hops) }} messages one after the other` })}.`,
    ...(latencyMs > 0 ? [t`${{ latency: formatSpan(cost.latencyMs) }} of its time is latency.`] : []),
    t`Bytes per step and per hour are those of one replica.`,
  ].join(' ');
}

function byAlgorithm(setup: Setup): TableView {
  return {
    columns: [t`Topology`, t`One sum`, t`Step`, t`Utilisation`, t`Messages`, t`Busiest sends`],
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
