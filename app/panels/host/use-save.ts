// Saves the run as a file of this device: a checkpoint, or an archive for PyTorch.
import { t } from '@lingui/core/macro';
import type { Saying } from '../../../src/base/sayings';
import { SaidError, saidOf } from '../../../src/base/said-error';
import { useState } from 'react';
import type { Checkpoint } from '../../../src/replica/protocol';
import { formatBytes } from '../../bridge/words/format';
import { loadSavedRuns } from '../../bridge/session/engine-room';
import { useSession } from '../../bridge/session/session-context';
import { download } from '../../ui/download';

export type SaveState = 'ready' | 'writing' | { readonly said: string } | { readonly problem: Saying };

/** A checkpoint; that of the lowest held-out loss; an archive; an archive with the data that the run trained on. */
export type SaveWish = 'checkpoint' | 'best' | 'export' | 'export-with-data';

export function useSave(): readonly [SaveState, (what: SaveWish) => void] {
  const session = useSession();
  const [state, setState] = useState<SaveState>('ready');
  const save = async (what: SaveWish): Promise<void> => {
    setState('writing');
    try {
      const isBest = what === 'best';
      const saved = await session.checkpoint(isBest ? 'best' : 'run');
      const { name, file } =
        isBest || what === 'checkpoint' ? saved : await archiveOf(saved, what === 'export-with-data');
      download(name, file.type, file);
      setState({ said: t`Saved ${name}, ${{ size: formatBytes(file.size) }}.` });
    } catch (error) {
      setState({ problem: saidOf(error) });
    }
  };
  return [state, (what) => void save(what)];
}

async function archiveOf({ name, file, data }: Checkpoint, isWithData: boolean): Promise<Checkpoint> {
  const archive = await (await loadSavedRuns()).exportedRun(file, isWithData ? data : undefined);
  if (!archive.ok) throw new SaidError(archive.error.says);
  return { name: name.replace(/\.safetensors$/, '.zip'), file: archive.value };
}
