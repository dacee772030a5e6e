// Downloads the newest events of this tab, for the search of a cause. The file names the members and holds no keys, so
// it can be passed on.
import { t } from '@lingui/core/macro';
import type { Session } from '../../bridge/session/session';
import { download } from '../../ui/download';
import { SaveButton } from '../../ui/save-button';

export function FlightRecordButton({ session }: { session: Session }) {
  const save = async (): Promise<void> => {
    const text = await session.flightRecord();
    const when = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    download(`lockstep-flight-${when}.jsonl`, 'application/jsonl', text);
  };
  return (
    <SaveButton words={t`Download flight record`} failedWords={t`No record came: try again`} onSave={save} />
  );
}
