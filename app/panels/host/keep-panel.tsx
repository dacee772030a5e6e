// Saves the run: a checkpoint file to download, and for the host a saved run to go on with. The replica keeps
// trained state on this device by itself, too.
import { useState } from 'react';
import { formatBytes, formatClock, formatCount } from '../../bridge/words/format';
import type { Checkpoint } from '../../../src/replica/protocol';
import { loadSavedRuns } from '../../bridge/session/engine-room';
import { useSession, useSessionState, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { useAskToResume } from './resume-dialog';
import css from './keep-panel.module.css';

export function KeepPanel({ className }: { className?: string }) {
  const session = useSession();
  const isHost = useShownPart((shown) => shown.isHost);
  const isUntrained = useShownPart((shown) => shown.step === 0);
  const kept = useSessionState((state) => state.kept);
  const [state, setState] = useState<'ready' | 'writing' | { said: string }>('ready');
  const askToResume = useAskToResume();

  const save = async (what: 'checkpoint' | 'export'): Promise<void> => {
    setState('writing');
    try {
      const saved = await session.checkpoint('run');
      const { name, file } = what === 'export' ? await archiveOf(saved) : saved;
      download(name, file.type, file);
      setState({ said: `Saved ${name}, ${formatBytes(file.size)}.` });
    } catch (error) {
      setState({ said: `Not saved: ${(error as Error).message}.` });
    }
  };

  return (
    <Panel title="Keep this run" className={className} summary={keptWords(kept)}>
      <div className={css.actions}>
        <Button disabled={state === 'writing' || isUntrained} onClick={() => void save('checkpoint')}>
          Save a checkpoint
        </Button>
        <Button disabled={state === 'writing' || isUntrained} onClick={() => void save('export')}>
          Export for PyTorch
        </Button>
        {isHost ? <Button onClick={askToResume}>Go on with a saved run …</Button> : null}
      </div>
      <p className={css.note} role="status">
        {state === 'writing'
          ? 'Writing the file while the ring trains on …'
          : state === 'ready'
            ? 'A checkpoint is one file: weights under PyTorch names, optimizer, place in the data. The export is an archive with the weights and the module that loads them.'
            : state.said}
      </p>
    </Panel>
  );
}

async function archiveOf({ name, file }: Checkpoint): Promise<Checkpoint> {
  const archive = await (await loadSavedRuns()).exportedRun(file);
  if (!archive.ok) throw new Error(archive.error.message);
  return { name: name.replace(/\.safetensors$/, '.zip'), file: archive.value };
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
