// Downloads the newest events of this tab, for the search of a cause. The file names the members and holds no keys, so
// it can be passed on.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Session } from '../../bridge/session/session';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';

export function FlightRecordButton({ session }: { session: Session }) {
  const [state, setState] = useState<'ready' | 'asking' | 'silent'>('ready');
  const save = async (): Promise<void> => {
    setState('asking');
    try {
      const text = await session.flightRecord();
      const when = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
      download(`lockstep-flight-${when}.jsonl`, 'application/jsonl', text);
      setState('ready');
    } catch {
      setState('silent');
    }
  };
  return (
    <Button kind="quiet" isSmall disabled={state === 'asking'} onClick={() => void save()}>
      {state === 'silent' ? t`No record came: try again` : t`Download flight record`}
    </Button>
  );
}
