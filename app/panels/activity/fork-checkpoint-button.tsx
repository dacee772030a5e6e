// Downloads the fork checkpoint: what this replica had trained when its lineage yielded to another. It lives in this
// tab only.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ForkCheckpoint } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import type { Session } from '../../bridge/session/session';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';

export function ForkCheckpointButton({
  session,
  forkCheckpoint,
}: {
  session: Session;
  forkCheckpoint: ForkCheckpoint;
}) {
  const [state, setState] = useState<'ready' | 'asking' | 'silent'>('ready');
  const save = async (): Promise<void> => {
    setState('asking');
    try {
      const { name, file } = await session.checkpoint('fork');
      download(name, 'application/octet-stream', file);
      setState('ready');
    } catch {
      setState('silent');
    }
  };
  const { lineage, step, examples } = forkCheckpoint;
  return (
    <Button
      kind="quiet"
      isSmall
      disabled={state === 'asking'}
      title={t`Lineage ${lineage}: step ${{ step: formatCount(step) }}, ${{ examples: formatCount(examples) }} trained. It is lost when this tab closes.`}
      onClick={() => void save()}
    >
      {state === 'silent' ? t`No checkpoint came: try again` : t`Download the fork checkpoint`}
    </Button>
  );
}
