// The host's console: all that can change while the ring trains, in groups, each control with what it did last. What a teacher
// uses stands first: class, run, room. What an engineer uses, the wire and faults, is a part of its own. On a wide screen the
// loss stays in view beside them, with a mark for each change; on a narrow one it comes last.
import { t } from '@lingui/core/macro';
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
      <div className={css.stack}>
        <div className={css.groups}>
          {place.kind === 'room' ? <QuestionGroup controls={controls} /> : null}
          <RunGroup controls={controls} />
          {place.kind === 'room' ? (
            <div className={css.stack}>
              <RoomGroup controls={controls} ticket={place.ticket} onInvite={onInvite} />
              <SendData />
            </div>
          ) : null}
        </div>
        <Cell>
          <RosterPanel />
        </Cell>
        <section className={css.stack} aria-labelledby="engineering">
          <h2 id="engineering" className={css.part}>{t`Wire and faults`}</h2>
          <div className={css.groups}>
            <WireGroup controls={controls} />
            <DramaGroup controls={controls} />
          </div>
        </section>
        {hasLeague ? (
          <Cell>
            <LeaguePanel />
          </Cell>
        ) : null}
        {hasBegun ? (
          <Cell>
            <ChangesPanel />
          </Cell>
        ) : null}
      </div>
      {hasBegun ? (
        <Cell className={css.loss}>
          <LossPanel />
        </Cell>
      ) : null}
    </div>
  );
}
