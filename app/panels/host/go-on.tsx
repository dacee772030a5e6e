// What a host presses first where the ring has stopped by itself: go on with those who are here, or with a lower rate.
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { HostCommand, Snapshot } from '../../../src/replica/protocol';
import { formatCount, formatNames, formatValue } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';

/** The host creates, without a quorum, a new lineage of the members that can be heard (S4). */
export function GoOn({ live, onGoOn }: { live: Snapshot; onGoOn: (command: HostCommand) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { missing } = participants(live);
  const here = live.peers.filter((peer) => peer.rank !== undefined && !missing.includes(peer));
  const count = formatCount(here.length);
  const names = (peers: Snapshot['peers']): string => formatNames(peers.map(({ name }) => name));
  return (
    <>
      <Button kind="primary" onClick={() => setIsAsking(true)}>
        {here.length === 1 ? t`Go on with this one …` : t`Go on with these ${count} …`}
      </Button>
      <Confirm
        title={here.length === 1 ? t`Go on with this one?` : t`Go on with these ${count}?`}
        isOpen={isAsking}
        kind="primary"
        action={t`Go on without them`}
        onConfirm={() => {
          const { lineage, generation } = live;
          onGoOn({ kind: 'go-on-with', lineage, generation, peers: here.map(({ id }) => id) });
        }}
        onClose={() => setIsAsking(false)}
      >
        <p>{t`${{ here: names(here) }} ${plural({ length: here.length }, { one: 'trains on as a lineage of its own', other: 'train on as a lineage of their own' })}, without ${{ missing: names(missing) }}. If the others train on too, the two never merge. When they meet, the lineage with more examples stays, and the other members take over its state.`}</p>
      </Confirm>
    </>
  );
}

/** The run starts again from the last good state: everything learned before is kept. */
export function RestartWith({ rate, onRestart }: { rate: number; onRestart: (rate: number) => void }) {
  return (
    <Button kind="primary" onClick={() => onRestart(rate)}>
      {t`Restart with learning rate ${{ rate: formatValue(rate) }}`}
    </Button>
  );
}
