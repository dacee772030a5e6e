// The room trains on a file that this device does not have: ask for it, and refuse any other by its hash.
import { useState } from 'react';
import type { Phase } from '../../../src/replica/protocol';
import { provideCommand, type OwnFiles } from '../../bridge/session/engine-room';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { IdxPicker } from './idx-picker';
import { TextPicker } from './text-picker';

export function NeedsFilePanel({
  phase,
  className,
}: {
  phase: Extract<Phase, { kind: 'needs-file' }>;
  className?: string;
}) {
  const session = useSession();
  const [files, setFiles] = useState<OwnFiles>();
  return (
    <Panel
      title="This room needs a file from you"
      className={className}
      summary={
        phase.problem ??
        `Everyone trains on ${phase.name}, each from their own copy. Ask the host where to get it.`
      }
    >
      {phase.what === 'text' ? (
        <TextPicker
          file={files?.kind === 'text' ? files : undefined}
          onFile={setFiles}
          expectedSha256={phase.sha256}
        />
      ) : (
        <IdxPicker
          files={files?.kind === 'idx' ? files : undefined}
          onFiles={setFiles}
          expectedSha256={phase.sha256}
        />
      )}
      <p style={{ marginTop: '1rem' }}>
        <Button
          kind="primary"
          disabled={!files}
          onClick={() => {
            if (files) session.send(provideCommand(files));
          }}
        >
          {phase.what === 'text' ? 'Use it and join' : 'Use these and join'}
        </Button>
      </p>
    </Panel>
  );
}
