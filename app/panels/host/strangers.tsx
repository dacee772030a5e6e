// Places at the room server that are held by devices which are not linked with the host, as by strangers and forgotten tabs,
// and by devices that watch; and the buttons that free them (R32).
import { plural, t } from '@lingui/core/macro';
import { roomPlaces } from '../../../src/replica/peer-status';
import type { Snapshot } from '../../../src/replica/protocol';
import { useSession } from '../../bridge/session/session-context';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import css from './host-panel.module.css';

type Seen = Pick<Snapshot, 'strangers' | 'peers' | 'lobby' | 'observers'>;

/** Names that are shown; a button frees all. */
const mostNames = 4;
const crowd = roomPlaces / 2;

/** Is there anything to free? */
export function hasStrangers(live: Seen): boolean {
  return strangersOf(live).length > 0 || isCrowded(live);
}

/** The strangers without those who wait at the door, unless so many wait that nobody else gets a place. */
function strangersOf({ strangers, peers, lobby }: Seen): Snapshot['strangers'] {
  if (peers.length >= crowd) return strangers;
  return strangers.filter(({ id }) => !lobby.some((one) => one.id === id));
}

function isCrowded({ observers }: Seen): boolean {
  return observers >= crowd;
}

export function Strangers({ live }: { live: Seen }) {
  const session = useSession();
  const held = strangersOf(live);
  const free = (members: Snapshot['strangers'], observers = false): void =>
    session.send({ kind: 'free-seats', members: members.map(({ id }) => id), observers });
  // The server knows no other host (R32d).
  const isCreator = session.place.kind === 'room' && session.place.ticket.isHandedOver !== true;
  return (
    <>
      {held.length > 0 ? (
        <div className={css.lobby}>
          <p role="status">
            {`${t`${{ held: formatCount(held.length) }} ${plural({ count: held.length }, { one: 'place is held by a device that does', other: 'places are held by devices that do' })} not connect to this one: strangers, or forgotten tabs.`}${isCreator ? '' : ` ${t`Only the browser that made the room can free them.`}`}`}
          </p>
          {isCreator ? (
            <>
              <ul aria-label={t`Places of strangers`}>
                {held.slice(0, mostNames).map((one) => (
                  <li key={one.id}>
                    <span>{one.name}</span>
                    <Button
                      isSmall
                      aria-label={t`Free the place of ${{ name: one.name }}`}
                      onClick={() => free([one])}
                    >
                      {t`Free`}
                    </Button>
                  </li>
                ))}
              </ul>
              {held.length > 1 ? (
                <Button isSmall onClick={() => free(held)}>
                  {t`Free all ${{ held: formatCount(held.length) }}`}
                </Button>
              ) : null}
            </>
          ) : null}
        </div>
      ) : null}
      {isCrowded(live) && isCreator ? (
        <div className={css.lobby}>
          <p role="status">
            {t`${{ observers: formatCount(live.observers) }} devices watch: soon no projector finds a place.`}
          </p>
          <Button isSmall onClick={() => free([], true)}>
            {t`Send all that watch away`}
          </Button>
        </div>
      ) : null}
    </>
  );
}
