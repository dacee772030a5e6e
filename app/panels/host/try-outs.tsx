// What to try while the ring trains: one press each. A pressed one is taken back by a second press.
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import type { PeerStatus } from '../../../src/replica/protocol';
import { noiseFrom, othersOf, slowed, slowedMember } from '../../bridge/form/try-out';
import type { HostControls } from '../../bridge/session/host-controls';
import type { ChangeKind } from '../../bridge/words/change-words';
import { useSession } from '../../bridge/session/session-context';
import { Confirm } from '../../ui/confirm';
import { SelectField } from '../../ui/field';

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
export function useTryOuts({ live, send }: HostControls): {
  readonly noise: TryOut;
  readonly slow: TryOut;
  readonly unplug: TryOut;
  /** Why none can be tried; undefined: some can. */
  readonly why: string | undefined;
  readonly ask: ReactNode;
} {
  const [unplugging, setUnplugging] = useState<string>();
  const isDemo = useSession().place.kind === 'alone';
  const others = othersOf(live);
  const canTry = live.phase.kind === 'training' && others.length > 0;
  const slow = slowedMember(live);
  return {
    why:
      others.length === 0
        ? t`These need another replica in the ring.`
        : live.phase.kind === 'paused'
          ? t`These work while the ring trains.`
          : undefined,
    noise: {
      words: t`Add noise`,
      does: t`One replica sends noise in place of its gradient. The next one refuses it.`,
      changes: 'noise',
      isDisabled: !canTry,
      press: () => send(noiseFrom(anyOf(others).id)),
    },
    slow: {
      words: t`Slow a laptop`,
      does: slow
        ? t`The lines of ${{ name: slow.name }} are slow. Press again to take it back.`
        : t`The lines of one replica become slow, and all wait for it.`,
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
      words: t`Unplug one`,
      does: t`One replica drops out. The others go on from the same step.`,
      changes: 'members',
      isDisabled: !canTry,
      press: () => setUnplugging(others[others.length - 1].id),
    },
    ask: (
      <Confirm
        title={t`Unplug one?`}
        isOpen={unplugging !== undefined}
        action={t`Unplug it`}
        onConfirm={() => unplugging !== undefined && send({ kind: 'unplug', peer: unplugging })}
        onClose={() => setUnplugging(undefined)}
      >
        <SelectField
          label={t`Replica`}
          value={unplugging ?? ''}
          options={others.map(({ id, name }) => [id, name] as const)}
          onChange={setUnplugging}
        />
        <p>
          {t`The ring closes up around the gap and goes on; a step under way is repeated without it.`}{' '}
          {isDemo ? '' : t`The device may join again at once.`}
        </p>
      </Confirm>
    ),
  };
}

function anyOf(members: readonly PeerStatus[]): PeerStatus {
  return members[Math.floor(Math.random() * members.length)];
}
