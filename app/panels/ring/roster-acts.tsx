// What the host does with a member of the roster, and the dialog of each: another name, removal, a spoilt gradient.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { HostCommand, PeerStatus, Snapshot } from '../../../src/replica/protocol';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Segments } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { RenameForm } from './rename-form';
import ui from '../../ui/shape.module.css';

export interface Act {
  readonly kind: 'rename' | 'remove' | 'poison';
  readonly peer: PeerStatus;
}

interface ActWords {
  readonly kind: Act['kind'];
  readonly words: () => string;
  readonly label: (name: string) => string;
}

export const acts: readonly ActWords[] = [
  { kind: 'rename', words: () => t`Rename`, label: (name) => t`Rename ${name}` },
  { kind: 'remove', words: () => t`Remove`, label: (name) => t`Remove ${name}` },
  { kind: 'poison', words: () => t`Poison`, label: (name) => t`Poison ${name}` },
];

interface Props {
  act: Act | undefined;
  renamed: NonNullable<Snapshot['room']>['renamed'];
  onClose: () => void;
}

/** A dialog stays open while its act is chosen. */
export function Acting({ act, renamed, onClose }: Props) {
  const session = useSession();
  const send = (command: HostCommand): void => session.send({ kind: 'host', command });
  const id = act?.peer.id ?? '';
  const name = act?.peer.name ?? '';
  const of = (kind: Act['kind']): boolean => act?.kind === kind;
  return (
    <>
      <Modal title={t`Rename ${{ value: name }}`} isOpen={of('rename')} onClose={onClose} isNarrow>
        {of('rename') ? (
          <RenameForm
            name={name}
            isRenamed={renamed?.some(({ member }) => member === id) === true}
            onRename={(next) => {
              send({ kind: 'rename', peer: id, name: next });
              onClose();
            }}
          />
        ) : null}
      </Modal>
      <Confirm
        title={t`Remove ${{ value: name }}?`}
        isOpen={of('remove')}
        action={t`Remove from the ring`}
        onConfirm={() => send({ kind: 'kick', peer: id })}
        onClose={onClose}
      >
        <p>{t`The ring closes up around the gap and goes on; a step under way is repeated without them. From then on the ring refuses their browser.`}</p>
        <p>{t`This is not a lock: anyone with the code or the link can come back in another browser.`}</p>
      </Confirm>
      <Modal title={t`Poison ${{ value: name }}?`} isOpen={of('poison')} onClose={onClose} isNarrow>
        {of('poison') ? (
          <PoisonForm
            onSend={(poison) => {
              send({ kind: 'poison', peer: id, ...poison });
              onClose();
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}

type Poison = Omit<Extract<HostCommand, { kind: 'poison' }>, 'kind' | 'peer'>;

/** A demonstration: the ring must detect it, name the replica, and keep its weights unchanged. */
function PoisonForm({ onSend }: { onSend: (poison: Poison) => void }) {
  const [poison, setPoison] = useState<Poison>({ how: 'nan', at: 'wire' });
  return (
    <div className={ui.column}>
      <p>{t`This replica spoils its next gradient. The ring notices, names it, and takes the step without it.`}</p>
      <Segments<Poison['how']>
        label={t`With`}
        value={poison.how}
        options={[
          ['nan', t`Not a number`],
          ['outlier', t`Far too long`],
        ]}
        onChange={(how) => setPoison({ ...poison, how })}
      />
      <Segments<Poison['at']>
        label={t`Caught by`}
        value={poison.at}
        options={[
          ['gradient', t`Itself`],
          ['wire', t`The next replica`],
        ]}
        onChange={(at) => setPoison({ ...poison, at })}
      />
      <p>
        <Button kind="danger" onClick={() => onSend(poison)}>
          {t`Poison one step`}
        </Button>
      </p>
    </div>
  );
}
