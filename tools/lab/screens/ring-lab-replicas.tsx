// The replicas of the ring lab in words: what each does, what it sent and received, and whom it waits for.
import type { ReplicaView } from '../ring/lab-replica';
import type { RunView } from '../ring/lab-run';
import type { LabSetup } from '../ring/lab-setup';
import { formatBytes, formatNames, formatPercent } from '../../../app/bridge/words/format';
import { Button } from '../../../app/ui/button';
import { Panel } from '../../../app/ui/panel';
import { labText } from './lab-text';
import css from './ring-lab.module.css';

export function RingLabReplicas({
  setup,
  view,
  isRunning,
  onKill,
  onRevive,
}: {
  setup: LabSetup;
  view: RunView | undefined;
  isRunning: boolean;
  onKill: (number: number) => void;
  onRevive: (number: number) => void;
}) {
  const numbers = Array.from({ length: setup.replicas }, (_, i) => i + 1);
  return (
    <Panel title={labText.replicas} summary={labText.replicaKilledLeft}>
      <ul className={css.rows}>
        {numbers.map((number) => {
          const isGone = setup.killed.includes(number);
          const replica = view?.replicas.find((one) => one.number === number);
          return (
            <li key={number} className={css.replica}>
              <strong>{labText.replica(number)}</strong>
              {isGone ? (
                <Button
                  isSmall
                  disabled={isRunning}
                  onClick={() => onRevive(number)}
                  aria-label={labText.bringBackReplica(number)}
                >
                  {labText.bringBack}
                </Button>
              ) : (
                <Button
                  kind="danger"
                  isSmall
                  onClick={() => onKill(number)}
                  aria-label={labText.killReplica(number)}
                >
                  {labText.kill}
                </Button>
              )}
              <p className={css.words}>{isGone ? labText.killed : stateWords(replica)}</p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function stateWords(replica: ReplicaView | undefined): string {
  if (!replica || replica.state === 'ready') return labText.ready;
  const { state, received, bytesSent, bytesReceived, waitsFor, why } = replica;
  const bytes = labText.sentReceived(formatBytes(bytesSent), formatBytes(bytesReceived));
  switch (state) {
    case 'running':
      return waitsFor.length > 0
        ? labText.receivedWaits(formatPercent(received, 0), formatNames(waitsFor), bytes)
        : labText.allReceivedStill(bytes);
    case 'done':
      return labText.done(bytes);
    case 'failed':
      return labText.failed(why ?? 'unknown', bytes);
    case 'killed':
      return labText.killed;
    default:
      return state satisfies never;
  }
}
