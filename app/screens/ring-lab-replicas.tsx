// The replicas of the ring lab in words: what each does, what it sent and received, and whom it waits for.
import type { ReplicaView } from '../lab/ring/lab-replica';
import type { RunView } from '../lab/ring/lab-run';
import type { LabSetup } from '../lab/ring/lab-setup';
import { formatBytes, formatNames, formatPercent } from '../bridge/words/format';
import { Button } from '../ui/button';
import { Panel } from '../ui/panel';
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
    <Panel title="Replicas" summary="A replica that was killed is left out of the next run.">
      <ul className={css.rows}>
        {numbers.map((number) => {
          const isGone = setup.killed.includes(number);
          const replica = view?.replicas.find((one) => one.number === number);
          return (
            <li key={number} className={css.replica}>
              <strong>Replica {number}</strong>
              {isGone ? (
                <Button
                  isSmall
                  disabled={isRunning}
                  onClick={() => onRevive(number)}
                  aria-label={`Bring back replica ${number}`}
                >
                  Bring back
                </Button>
              ) : (
                <Button
                  kind="danger"
                  isSmall
                  onClick={() => onKill(number)}
                  aria-label={`Kill replica ${number}`}
                >
                  Kill
                </Button>
              )}
              <p className={css.words}>{isGone ? 'Killed.' : stateWords(replica)}</p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function stateWords(replica: ReplicaView | undefined): string {
  if (!replica || replica.state === 'ready') return 'Ready.';
  const { state, received, bytesSent, bytesReceived, waitsFor, why } = replica;
  const bytes = `Sent ${formatBytes(bytesSent)}, received ${formatBytes(bytesReceived)}.`;
  switch (state) {
    case 'running':
      return waitsFor.length > 0
        ? `${formatPercent(received, 0)} received, waits for ${formatNames(waitsFor)}. ${bytes}`
        : `All received, still sends. ${bytes}`;
    case 'done':
      return `Done. ${bytes}`;
    case 'failed':
      return `Failed: ${why ?? 'unknown'}. ${bytes}`;
    case 'killed':
      return 'Killed.';
    default:
      return state satisfies never;
  }
}
