// The room trains on a file that this device does not have: ask for it, and refuse any other by its hash.
import { useState } from 'react';
import type { Phase } from '../../src/replica/protocol';
import type { IdxFiles } from '../bridge/engine-room';
import { useSession } from '../bridge/session-context';
import { Button } from '../ui/button';
import { Panel } from '../ui/panel';
import { IdxPicker } from './idx-picker';

export function NeedsFilePanel({
  phase,
  className,
}: {
  phase: Extract<Phase, { kind: 'needs-file' }>;
  className?: string;
}) {
  const session = useSession();
  const [files, setFiles] = useState<IdxFiles>();
  return (
    <Panel
      title="This room needs a file from you"
      className={className}
      summary={
        phase.problem ??
        `Everyone trains on ${phase.name}, each from their own copy. Ask the host where to get it.`
      }
    >
      <IdxPicker files={files} onFiles={setFiles} expectedSha256={phase.sha256} />
      <p style={{ marginTop: '1rem' }}>
        <Button
          kind="primary"
          disabled={!files}
          onClick={() => {
            if (!files) return;
            session.send({
              kind: 'provide-files',
              images: files.images,
              labels: files.labels,
              name: files.name,
            });
          }}
        >
          Use these and join
        </Button>
      </p>
    </Panel>
  );
}
