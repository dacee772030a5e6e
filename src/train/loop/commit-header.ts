// Third phase of a round: what the gathered records show of the step before. They settle the log of a replica that catches
// up, and say which snapshots members still fetch. They commit the finished step where all members have it (H4).
import type { MemberId } from '../../membership/view';
import { AttemptError } from '../context/trainer-deps';
import { compareStates, type AgreedState } from '../decide/compare-states';
import type { Header } from '../header/header';
import { abandonCatchUp, commitTentative, freezeFetched, settle } from '../participation/participation';
import { setSources } from './catch-up-sources';
import type { LoopParts } from './loop-parts';

type Parts = Pick<LoopParts, 'deps' | 'hub' | 'replica' | 'local' | 'events' | 'commands'>;

/** Throws AttemptError where what this replica logged is not what the ring holds: it must begin again. */
export function commitHeader(parts: Parts, header: Header): void {
  const { replica, deps } = parts;
  const agreed = compareStates(header.records, replica.followed, header.view.members, replica.mayGoBack);
  const isInStep = settleLog(parts, header, agreed);
  const fetched = new Set(header.records.flatMap((r) => (r.status === 'catching-up' ? [r.digest] : [])));
  replica.become(freezeFetched(replica.participation, fetched));
  const { participation } = replica;
  if (!isInStep && participation.kind === 'catching-up') {
    participation.catchUp.stop('its log does not lead to what the ring holds');
    replica.become(abandonCatchUp(participation));
    throw new AttemptError(deps.self, 'nobody can tell how the last step ended');
  }
  if (agreed?.targets.length !== 0) return;
  commitStep(parts, header, agreed.digest);
  replica.become(settle(replica.participation));
  parts.commands.settle();
}

/** False: the log of a replica that catches up does not lead to what the ring holds. */
function settleLog(parts: Parts, header: Header, agreed: AgreedState | undefined): boolean {
  const { participation } = parts.replica;
  if (participation.kind !== 'catching-up') return true;
  const { catchUp } = participation;
  setSources(parts, catchUp, header, agreed?.sources ?? []);
  if (!agreed) return true;
  const { view, records } = header;
  const { digest, targets } = agreed;
  const epochMs = parts.deps.clock.epochMs();
  const shown = { digest, view, records, epochMs, isCommitted: targets.length === 0 };
  if (!catchUp.log.settle(agreed, shown)) return agreed.version !== catchUp.log.state.version;
  catchUp.settled(shown);
  return true;
}

/** Every member holds the finished step, or follows it: it is committed. */
function commitStep({ replica, local, deps, events }: Parts, header: Header, digest: string): void {
  const tentative = replica.participation.stored?.tentative;
  if (tentative?.digest !== digest) return;
  replica.become(commitTentative(replica.participation));
  const examples = replica.ready?.split.train.length;
  const nameOf = (member: MemberId): string => deps.nameOf(member);
  events.emit('step', local.commit(tentative, header, examples, nameOf, deps.clock.epochMs()));
}
