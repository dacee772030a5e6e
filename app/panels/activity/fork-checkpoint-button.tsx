// Downloads the fork checkpoint: what this replica had trained when its lineage yielded to another. It lives in this
// tab only.
import { t } from '@lingui/core/macro';
import type { ForkCheckpoint } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import type { Session } from '../../bridge/session/session';
import { download } from '../../ui/download';
import { SaveButton } from '../../ui/save-button';

export function ForkCheckpointButton({
  session,
  forkCheckpoint: { lineage, step, examples },
}: {
  session: Session;
  forkCheckpoint: ForkCheckpoint;
}) {
  const save = async (): Promise<void> => {
    const { name, file } = await session.checkpoint('fork');
    download(name, 'application/octet-stream', file);
  };
  return (
    <SaveButton
      words={t`Download the fork checkpoint`}
      failedWords={t`No checkpoint came: try again`}
      title={t`Lineage ${lineage}: step ${{ step: formatCount(step) }}, ${{ examples: formatCount(examples) }} trained. It is lost when this tab closes.`}
      onSave={save}
    />
  );
}
