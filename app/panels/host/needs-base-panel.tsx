// Asks a newcomer for the model that the room's run stands on, where members do not send it, or take long.
import { t } from '@lingui/core/macro';
import { useCallback } from 'react';
import type { BasedRun } from '../../bridge/session/engine-room';
import { useSession } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { BaseField } from './base-field';

export function NeedsBasePanel({ run, className }: { run: BasedRun; className?: string }) {
  const session = useSession();
  const give = useCallback(
    (base: Blob | undefined): void => {
      if (base) session.send({ kind: 'provide-base', base });
    },
    [session],
  );
  return (
    <Panel
      title={t`This room’s run stands on another model`}
      className={className}
      summary={t`Members are asked for it. Whoever has its files can give them here, and joins at once; the other members then have it from this device.`}
    >
      <BaseField run={run} onBase={give} />
    </Panel>
  );
}
