// Asks for the room's file when this device does not have it. A file with another hash is refused.
import { t, plural } from '@lingui/core/macro';
import { useState } from 'react';
import type { Phase, FileData } from '../../../src/replica/protocol';
import { provideCommand, type LocalFiles } from '../../bridge/session/engine-room';
import { sayingWords } from '../../bridge/words/saying-words';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { textName } from '../../bridge/words/text-name';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { ReceiveData } from './receive-data';
import FilePicker from './file-picker';
import RoomData from './room-data';
import css from './file-picker.module.css';
import type { ExampleShape } from '../../../src/data/own-data';
import { formatCount } from '../../bridge/words/format';

interface Props {
  phase: Extract<Phase, { kind: 'needs-file' }>;
  className?: string;
}

export function NeedsFilePanel({ phase, className }: Props) {
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
          {phase.what === 'text' ? t`Use it and join` : t`Use these and join`}
        </Button>
      </p>
    </>
  );
  return (
    <Panel
      title={
        phase.own
          ? t`Bring your own examples`
          : offer
            ? t`Receive the data of this room`
            : t`This room needs a file from you`
      }
      className={className}
      summary={
        (phase.problem && sayingWords(phase.problem)) ??
        (phase.own
          ? ownFilesWords(phase.what, phase.own)
          : offer
            ? t`Everyone trains on ${{ phase: textName(phase) }}. You can have it from the members of this room.`
            : phase.origin
              ? t`Everyone trains on ${{ phase: textName(phase) }}, each from their own copy. You can download it here.`
              : t`Everyone trains on ${{ phase: textName(phase) }}, each from their own copy. Ask the host where to get it.`)
      }
    >
      {offer && sharing ? (
        <div className={css.found}>
          <ReceiveData offer={offer} sharing={sharing} />
          <details>
            <summary>{t`Use your own copy of the files`}</summary>
            {own}
          </details>
        </div>
      ) : (
        own
      )}
    </Panel>
  );
}

/** The request to a newcomer, in a room in which each member brings its own examples. */
function ownFilesWords(what: FileData['kind'], { inputShape, classes, classNames }: ExampleShape): string {
  const kind =
    what === 'text'
      ? t`a text`
      : t`pictures or rows of ${{ numbers: inputShape.map(formatCount).join(' × ') }} ${plural({ count: inputShape.reduce((product, size) => product * size, 1) }, { one: 'number', other: 'numbers' })} in ${{ classes: formatCount(classes) }} classes${{ names: classNames ? ` (${classNames.slice(0, 6).join(', ')}${classNames.length > 6 ? ' …' : ''})` : '' }}`;
  return t`Every member trains on its own examples here. Choose ${kind}. Your files stay on this device; sums of gradients leave it, and may reveal something about them.`;
}
