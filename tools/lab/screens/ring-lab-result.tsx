// What a run of the ring lab gave: right or not, and its time and bytes beside the cost model's.
import type { RunView } from '../ring/lab-run';
import type { LabSetup } from '../ring/lab-setup';
import { isLossy } from '../ring/lab-sums';
import { predictionOf } from '../ring/prediction';
import { collectiveResults } from './collective-words';
import { formatBytes, formatCount, formatMs } from '../../../app/bridge/words/format';
import { Facts } from '../../../app/ui/facts';
import { Panel } from '../../../app/ui/panel';
import { labText } from './lab-text';
import css from './ring-lab.module.css';

export function RingLabResult({ setup, view }: { setup: LabSetup; view: RunView | undefined }) {
  const model = predictionOf(setup);
  const isWhole = view?.verdict !== undefined;
  const busiest = view ? Math.max(...view.sentBytes) : undefined;
  const ratio =
    isWhole && view.ms !== undefined && model.predictedMs
      ? (view.ms / model.predictedMs).toFixed(2)
      : undefined;
  return (
    <Panel title={labText.result}>
      <p role="status" className={`${css.verdict} ${classOf(view)}`}>
        {verdictWords(setup, view)}
      </p>
      <Facts
        columns={3}
        facts={[
          [view && view.state !== 'over' ? labText.timeSoFar : labText.time, formatMs(view?.ms)],
          [
            labText.costModel,
            model.predictedMs === undefined ? labText.noLineLimits : formatMs(model.predictedMs),
          ],
          [labText.timeModel, ratio ?? '–'],
          [labText.busiestSent, formatBytes(busiest)],
          [labText.modelBusiest, formatBytes(model.busiestBytes)],
          [labText.messagesRow, formatCount(model.steps)],
        ]}
      />
      <p className={css.note}>{labText.bytesWithoutHeaders}</p>
    </Panel>
  );
}

function classOf(view: RunView | undefined): string {
  if (view?.state !== 'over') return '';
  return view.verdict?.isWithinBound && view.verdict.isEqual !== false ? css.good : css.bad;
}

function verdictWords(setup: LabSetup, view: RunView | undefined): string {
  if (!view) return labText.runResultsCompared;
  if (view.state !== 'over') return labText.runs;
  const { verdict, replicas } = view;
  if (!verdict) {
    const failed = replicas.filter(({ state }) => state !== 'done').length;
    return labText.noResultReplicas(failed, replicas.length);
  }
  const count = replicas.length;
  const same =
    verdict.isEqual === undefined ? '' : verdict.isEqual ? labText.allHoldSame(count) : labText.theyDoNot;
  const share =
    verdict.worst === 0
      ? labText.exact
      : labText.offMost(
          verdict.worst.toPrecision(2),
          isLossy(setup) ? labText.whatCodecMay : labText.boundFAdditions,
        );
  const { collective } = setup;
  return verdict.isWithinBound
    ? labText.right(same, collectiveResults[collective], share)
    : labText.wrongTimesBound(same, collectiveResults[collective], verdict.worst.toPrecision(2));
}
