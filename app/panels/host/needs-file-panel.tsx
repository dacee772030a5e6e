// Asks for the room's file when this device does not have it. A file with another hash is refused.
import { useState } from 'react';
import type { Phase } from '../../../src/replica/protocol';
import { provideCommand, type LocalFiles } from '../../bridge/session/engine-room';
import { sayingWords } from '../../bridge/words/saying-words';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { ownFilesWords } from '../../bridge/words/own-data-words';
import { textName } from '../../bridge/words/text-name';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { ReceiveData } from './receive-data';
import { FilePicker } from './file-picker';
import { RoomData } from './room-data';
import { hostText } from '../../text/host';
import css from './file-picker.module.css';

export function NeedsFilePanel({
  phase,
  className,
}: {
  phase: Extract<Phase, { kind: 'needs-file' }>;
  className?: string;
}) {
  const session = useSession();
  const [files, setFiles] = useState<LocalFiles>();
  const sharing = useShownPart((shown) => shown.sharing);
  const offer = !phase.own && sharing?.offer?.sha256 === phase.sha256 ? sharing.offer : undefined;
  const own = (
    <>
      {phase.own ? (
        <FilePicker files={files} onFiles={setFiles} expected={phase} />
      ) : (
        <RoomData files={files} onFiles={setFiles} expected={phase} />
      )}
      <p style={{ marginTop: '1rem' }}>
        <Button
          kind={offer ? 'plain' : 'primary'}
          disabled={!files}
          onClick={() => {
            if (files) session.send(provideCommand(files));
          }}
        >
          {phase.what === 'text' ? hostText.useJoin : hostText.useTheseJoin}
        </Button>
      </p>
    </>
  );
  return (
    <Panel
      title={phase.own ? hostText.bringYourOwn : offer ? hostText.receiveDataRoom : hostText.roomNeedsFile}
      className={className}
      summary={
        (phase.problem && sayingWords(phase.problem, phase.says)) ??
        (phase.own
          ? ownFilesWords(phase.what, phase.own)
          : offer
            ? hostText.everyoneTrainsYou(textName(phase))
            : phase.origin
              ? hostText.everyoneTrainsEach(textName(phase))
              : hostText.everyoneTrainsEachFrom(textName(phase)))
      }
    >
      {offer && sharing ? (
        <div className={css.found}>
          <ReceiveData offer={offer} sharing={sharing} />
          <details>
            <summary>{hostText.useYourOwn}</summary>
            {own}
          </details>
        </div>
      ) : (
        own
      )}
    </Panel>
  );
}
