// What to try while the ring trains: one press each. A pressed one is taken back by a second press.
import { useState, type ReactNode } from 'react';
import { compressionNamed } from '../../../src/codecs/setting';
import type { PeerStatus } from '../../../src/replica/protocol';
import { noiseFrom, othersOf, slowed, slowedMember } from '../../bridge/form/try-out';
import type { HostControls } from '../../bridge/session/host-controls';
import type { ChangeKind } from '../../bridge/words/change-words';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { hostingText } from '../../text/hosting';
import css from './host-panel.module.css';

export interface TryOut {
  readonly words: string;
  /** One line on what it does. */
  readonly does: string;
  /** The mark that it leaves on the curves. */
  readonly changes: ChangeKind;
  readonly isDisabled: boolean;
  readonly isPressed?: boolean;
  press(): void;
}

/** `ask`: the dialog of one that asks first. */
export function useTryOuts({ live, buckets, send, changeBuckets }: HostControls): {
  readonly noise: TryOut;
  readonly slow: TryOut;
  readonly unplug: TryOut;
  readonly less: TryOut;
  /** Why none can be tried; undefined: some can. */
  readonly why: string | undefined;
  readonly ask: ReactNode;
} {
  const [unplugging, setUnplugging] = useState<string>();
  const isDemo = useSession().place.kind === 'alone';
  const others = othersOf(live);
  const canTry = live.phase.kind === 'training' && others.length > 0;
  const slow = slowedMember(live);
  const isLess = buckets !== undefined && buckets.codec.kind !== 'f32';
  return {
    why:
      others.length === 0
        ? hostingText.needAnother
        : live.phase.kind === 'paused'
          ? hostingText.needTraining
          : undefined,
    noise: {
      words: hostingText.addNoise,
      does: hostingText.oneReplicaSends,
      changes: 'noise',
      isDisabled: !canTry,
      press: () => send(noiseFrom(anyOf(others).id)),
    },
    slow: {
      words: hostingText.slowLaptop,
      does: slow ? hostingText.linesSlowPress(slow.name) : hostingText.linesOneReplica,
      changes: 'network',
      isDisabled: !canTry && !slow,
      isPressed: slow !== undefined,
      press: () =>
        send({
          kind: 'set-network',
          network: slow ? { ...live.network, edges: [] } : slowed(live, anyOf(others).id),
        }),
    },
    unplug: {
      words: hostingText.unplugOne,
      does: hostingText.oneReplicaDrops,
      changes: 'members',
      isDisabled: !canTry,
      press: () => setUnplugging(others[others.length - 1].id),
    },
    less: {
      words: hostingText.sendLess,
      does: isLess ? hostingText.gradientsTravelFewer : hostingText.gradientsTravelBits,
      changes: 'codec',
      isDisabled: !buckets || (!canTry && !isLess),
      isPressed: isLess,
      press: () => changeBuckets({ codec: compressionNamed(isLess ? 'f32' : 'int8') }),
    },
    ask: (
      <Modal
        title={hostingText.unplugOne2}
        isNarrow
        isOpen={unplugging !== undefined}
        onClose={() => setUnplugging(undefined)}
      >
        <div className={css.unplug}>
          <SelectField
            label={hostingText.replica}
            value={unplugging ?? ''}
            options={others.map(({ id, name }) => [id, name] as const)}
            onChange={setUnplugging}
          />
          <p>
            {hostingText.ringClosesUp} {isDemo ? '' : hostingText.mayJoinAgain}
          </p>
          <Button
            kind="danger"
            onClick={() => {
              if (unplugging !== undefined) send({ kind: 'unplug', peer: unplugging });
              setUnplugging(undefined);
            }}
          >
            {hostingText.unplug}
          </Button>
        </div>
      </Modal>
    ),
  };
}

function anyOf(members: readonly PeerStatus[]): PeerStatus {
  return members[Math.floor(Math.random() * members.length)];
}
