// What to try while the ring trains: one press each. A pressed chip is taken back by a second press.
import { useState } from 'react';
import { compressionNamed } from '../../../src/codecs/setting';
import type { HostCommand, PeerStatus, RunConfig, Snapshot } from '../../../src/replica/protocol';
import { noiseFrom, othersOf, slowed, slowedMember } from '../../bridge/form/try-out';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Modal } from '../../ui/modal';
import css from './host-panel.module.css';

export function TryChips({
  live,
  buckets,
  onBuckets,
  onSend,
}: {
  live: Snapshot;
  buckets: RunConfig['buckets'] | undefined;
  onBuckets: (change: Partial<RunConfig['buckets']>) => void;
  onSend: (command: HostCommand) => void;
}) {
  const [unplugging, setUnplugging] = useState<string>();
  const others = othersOf(live);
  const canTry = live.phase.kind === 'training' && others.length > 0;
  const slow = slowedMember(live);
  const isLess = buckets !== undefined && buckets.codec.kind !== 'f32';
  return (
    <div className={css.chips} role="group" aria-label="Try">
      <span className={css.try} aria-hidden="true">
        Try
      </span>
      <Chip
        words="Add noise"
        does="One replica sends noise in place of its gradient. The next one refuses it."
        isDisabled={!canTry}
        onPress={() => onSend(noiseFrom(anyOf(others).id))}
      />
      <Chip
        words="Slow a laptop"
        does={
          slow
            ? `The lines of ${slow.name} are slow. Press again to take it back.`
            : 'The lines of one replica become slow, and all wait for it.'
        }
        isDisabled={!canTry && !slow}
        isPressed={slow !== undefined}
        onPress={() =>
          onSend({
            kind: 'set-network',
            network: slow ? { ...live.network, edges: [] } : slowed(live, anyOf(others).id),
          })
        }
      />
      <Chip
        words="Unplug one"
        does="One replica is removed. The others go on from the same step."
        isDisabled={!canTry}
        onPress={() => setUnplugging(others[others.length - 1].id)}
      />
      <Chip
        words="Send less"
        does={
          isLess
            ? 'Gradients travel in fewer bits. Press again for 32 bits each.'
            : 'Gradients travel as 8 bits each in place of 32.'
        }
        isDisabled={!buckets || (!canTry && !isLess)}
        isPressed={isLess}
        onPress={() => onBuckets({ codec: compressionNamed(isLess ? 'f32' : 'int8') })}
      />
      <Modal
        title="Unplug one?"
        isNarrow
        isOpen={unplugging !== undefined}
        onClose={() => setUnplugging(undefined)}
      >
        <div className={css.unplug}>
          <SelectField
            label="Replica"
            value={unplugging ?? ''}
            options={others.map(({ id, name }) => [id, name] as const)}
            onChange={setUnplugging}
          />
          <p>
            The ring closes up around the gap and goes on; a step under way is repeated without it. Under
            People you can let it back in.
          </p>
          <Button
            kind="danger"
            onClick={() => {
              if (unplugging !== undefined) onSend({ kind: 'kick', peer: unplugging });
              setUnplugging(undefined);
            }}
          >
            Unplug it
          </Button>
        </div>
      </Modal>
    </div>
  );
}

function Chip({
  words,
  does,
  isDisabled,
  isPressed,
  onPress,
}: {
  words: string;
  /** One line on what it does. */
  does: string;
  isDisabled: boolean;
  isPressed?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={css.chip}
      title={does}
      aria-description={does}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      {words}
    </button>
  );
}

function anyOf(members: readonly PeerStatus[]): PeerStatus {
  return members[Math.floor(Math.random() * members.length)];
}
