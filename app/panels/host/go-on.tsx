// What a host presses first where the ring has stopped by itself: go on with those who are here, or with a lower rate.
import { useState } from 'react';
import type { HostCommand, Snapshot } from '../../../src/replica/protocol';
import { formatCount, formatNames, formatValue } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/modal';
import { hostingText } from '../../text/hosting';

/** Without a quorum: the host creates a new lineage of the members that can be heard (S4). */
export function GoOn({ live, onGoOn }: { live: Snapshot; onGoOn: (command: HostCommand) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { missing } = participants(live);
  const here = live.peers.filter((peer) => peer.rank !== undefined && !missing.includes(peer));
  const who = here.length === 1 ? hostingText.one : hostingText.these(formatCount(here.length));
  const names = (peers: Snapshot['peers']): string => formatNames(peers.map(({ name }) => name));
  return (
    <>
      <Button kind="primary" onClick={() => setIsAsking(true)}>
        {hostingText.go(who)}
      </Button>
      <Modal title={hostingText.go2(who)} isNarrow isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p>{hostingText.withoutIfOthers(names(here), here.length, names(missing))}</p>
        <p style={{ marginTop: '1rem' }}>
          <Button
            kind="primary"
            onClick={() => {
              const { lineage, generation } = live;
              onGoOn({ kind: 'go-on-with', lineage, generation, peers: here.map(({ id }) => id) });
              setIsAsking(false);
            }}
          >
            {hostingText.goWithoutThem}
          </Button>
        </p>
      </Modal>
    </>
  );
}

/** From the last good state: everything learned before is kept. */
export function RestartWith({ rate, onRestart }: { rate: number; onRestart: (rate: number) => void }) {
  return (
    <Button kind="primary" onClick={() => onRestart(rate)}>
      {hostingText.restartLearningRate(formatValue(rate))}
    </Button>
  );
}
