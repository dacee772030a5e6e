// What a run of the ring lab gave: right or not, and its time and bytes beside the cost model's.
import type { RunView } from '../lab/ring/lab-run';
import type { LabSetup } from '../lab/ring/lab-setup';
import { predictionOf } from '../lab/ring/prediction';
import { collectiveResults } from '../bridge/words/collective-words';
import { formatBytes, formatCount, formatMs } from '../bridge/words/format';
import { Facts } from '../ui/facts';
import { Panel } from '../ui/panel';
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
    <Panel title="Result">
      <p role="status" className={`${css.verdict} ${classOf(view)}`}>
        {verdictWords(setup, view)}
      </p>
      <Facts
        columns={3}
        facts={[
          [view && view.state !== 'over' ? 'Time so far' : 'Time', formatMs(view?.ms)],
          ['Cost model', model.predictedMs === undefined ? 'no line limits it' : formatMs(model.predictedMs)],
          ['Time ÷ model', ratio ?? '–'],
          ['Busiest sent', formatBytes(busiest)],
          ['Model: busiest', formatBytes(model.busiestBytes)],
          ['Messages in a row', formatCount(model.steps)],
        ]}
      />
      <p className={css.note}>
        Bytes without headers. The model gives every replica one line for all its peers, as fast as the
        slowest edge in use. Here every edge has a line of its own, so a star may be faster than the model.
      </p>
    </Panel>
  );
}

function classOf(view: RunView | undefined): string {
  if (view?.state !== 'over') return '';
  return view.verdict?.isWithinBound && view.verdict.isEqual !== false ? css.good : css.bad;
}

function verdictWords({ collective, codec }: LabSetup, view: RunView | undefined): string {
  if (!view) return 'Run it, and the results are compared here.';
  if (view.state !== 'over') return 'It runs.';
  const { verdict, replicas } = view;
  if (!verdict) {
    const failed = replicas.filter(({ state }) => state !== 'done').length;
    return `No result: ${failed} of ${replicas.length} replicas did not finish.`;
  }
  const count = replicas.length;
  const same = verdict.isEqual === undefined ? '' : verdict.isEqual ? `All ${count} hold the same bits. ` : 'They do not hold the same bits. '; // prettier-ignore
  const share = verdict.worst === 0 ? 'exact' : `off by at most ${verdict.worst.toPrecision(2)} of ${codec === 'f32' ? 'the bound of f32 additions' : 'what the codec may drop'}`; // prettier-ignore
  return verdict.isWithinBound
    ? `${same}${collectiveResults[collective]} is right: ${share}.`
    : `${same}${collectiveResults[collective]} is wrong: ${verdict.worst.toPrecision(2)} times its bound.`;
}
