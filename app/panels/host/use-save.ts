// Saves the run as a file of this device: a checkpoint, or an archive for PyTorch.
import { useState } from 'react';
import type { Checkpoint } from '../../../src/replica/protocol';
import { formatBytes } from '../../bridge/words/format';
import { loadSavedRuns } from '../../bridge/session/engine-room';
import { useSession } from '../../bridge/session/session-context';
import { download } from '../../ui/download';
import { hostText } from '../../text/host';

export type SaveState = 'ready' | 'writing' | { readonly said: string };

export function useSave(): readonly [SaveState, (what: 'checkpoint' | 'export') => void] {
  const session = useSession();
  const [state, setState] = useState<SaveState>('ready');
  const save = async (what: 'checkpoint' | 'export'): Promise<void> => {
    setState('writing');
    try {
      const saved = await session.checkpoint('run');
      const { name, file } = what === 'export' ? await archiveOf(saved) : saved;
      download(name, file.type, file);
      setState({ said: hostText.saved(name, formatBytes(file.size)) });
    } catch (error) {
      setState({ said: hostText.notSaved((error as Error).message) });
    }
  };
  return [state, (what) => void save(what)];
}

async function archiveOf({ name, file }: Checkpoint): Promise<Checkpoint> {
  const archive = await (await loadSavedRuns()).exportedRun(file);
  if (!archive.ok) throw new Error(archive.error.message);
  return { name: name.replace(/\.safetensors$/, '.zip'), file: archive.value };
}
