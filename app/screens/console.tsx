// The host's console: all that can change while the ring trains, in four groups, each control with what it did last. The
// loss stays in view, with a mark for each change.
import { useHostControls } from '../bridge/session/host-controls';
import { useSession, useShownPart } from '../bridge/session/session-context';
import { ChangesPanel } from '../panels/activity/changes-panel';
import { LossPanel } from '../panels/charts/loss-panel';
import { DramaGroup } from '../panels/host/drama-group';
import { RoomGroup } from '../panels/host/room-group';
import { RunGroup } from '../panels/host/run-group';
import { SendData } from '../panels/host/send-data';
import { WireGroup } from '../panels/host/wire-group';
import { RosterPanel } from '../panels/ring/roster-panel';
import LeaguePanel from '../panels/league/league-panel';
import { QuestionGroup } from '../panels/question/question-group';
import { Cell } from './dashboard';
import css from './console.module.css';

export default function Console({ onInvite }: { onInvite: () => void }) {
  const { place } = useSession();
  const controls = useHostControls();
  const hasLeague = useShownPart(({ room }) => room?.league !== undefined);
  const hasBegun = useShownPart(({ step }) => step > 0);
  if (!controls) return null;
  return (
    <div className={css.console}>
      <div className={css.groups}>
        <RunGroup controls={controls} />
        <WireGroup controls={controls} />
        {place.kind === 'room' ? (
          <div className={css.stack}>
            <RoomGroup controls={controls} ticket={place.ticket} onInvite={onInvite} />
            <SendData />
          </div>
        ) : null}
        <div className={css.stack}>
          {place.kind === 'room' ? <QuestionGroup controls={controls} /> : null}
          <DramaGroup controls={controls} />
        </div>
      </div>
      <Cell>
        <RosterPanel />
      </Cell>
      {hasLeague ? (
        <Cell>
          <LeaguePanel />
        </Cell>
      ) : null}
      {hasBegun ? (
        <div className={css.seen}>
          <Cell>
            <LossPanel />
          </Cell>
          <Cell>
            <ChangesPanel />
          </Cell>
        </div>
      ) : null}
    </div>
  );
}
