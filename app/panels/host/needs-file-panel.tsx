// Asks for the room's file when this device does not have it. A file with another hash is refused.
import { useState } from 'react';
import type { Phase } from '../../../src/replica/protocol';
import { provideCommand, type LocalFiles } from '../../bridge/session/engine-room';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { idxFiles, textFile } from './file-kinds';
import { FilePicker } from './file-picker';

export function NeedsFilePanel({
  phase,
  className,
}: {
  phase: Extract<Phase, { kind: 'needs-file' }>;
  className?: string;
}) {
  const session = useSession();
  const [files, setFiles] = useState<LocalFiles>();
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
        <FilePicker
          key="text"
          kind={textFile}
          files={files?.kind === 'text' ? files : undefined}
          onFiles={setFiles}
          expectedSha256={phase.sha256}
        />
      ) : (
        <FilePicker
          key="idx"
          kind={idxFiles}
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
