// Saves the run: a checkpoint file to download, and for the host a saved run to go on with. The replica keeps
// trained state on this device by itself, too.
import { formatClock, formatCount } from '../../bridge/words/format';
import { useSessionState, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { useAskToResume } from './resume-dialog';
import { useSave } from './use-save';
import css from './keep-panel.module.css';

export function KeepPanel({ className }: { className?: string }) {
  const isHost = useShownPart((shown) => shown.isHost);
  const isUntrained = useShownPart((shown) => shown.step === 0);
  const kept = useSessionState((state) => state.kept);
  const [state, save] = useSave();
  const askToResume = useAskToResume();
  return (
    <Panel title="Keep this run" className={className} summary={keptWords(kept)}>
      <div className={css.actions}>
        <Button disabled={state === 'writing' || isUntrained} onClick={() => save('checkpoint')}>
          Save a checkpoint
        </Button>
        <Button disabled={state === 'writing' || isUntrained} onClick={() => save('export')}>
          Export for PyTorch and ONNX
        </Button>
        {isHost ? <Button onClick={askToResume}>Go on with a saved run …</Button> : null}
      </div>
      <p className={css.note} role="status">
        {state === 'writing'
          ? 'Writing the file while the ring trains on …'
          : state === 'ready'
            ? 'A checkpoint is one file: weights under PyTorch names, optimizer, place in the data. The export is an archive: the weights, the PyTorch module that loads them, and the network as an ONNX file.'
            : state.said}
      </p>
    </Panel>
  );
}

function keptWords(kept: { readonly step: number; readonly atMs: number } | undefined): string {
  if (kept) return `On this device: step ${formatCount(kept.step)}, kept at ${formatClock(kept.atMs)}.`;
  return canKeep
    ? 'This device keeps the run by itself: every 3 minutes, at a pause and at the end.'
    : 'This page cannot keep the run by itself. Save it as a file.';
}

/** The private file system needs HTTPS, or this machine's own address. */
const canKeep =
  typeof navigator.storage?.getDirectory === 'function' &&
  typeof FileSystemFileHandle.prototype.createWritable === 'function';
