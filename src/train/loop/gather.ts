// Second phase of a round: say this replica's record, and gather every member's (H1).
import { linksNeeded } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import { noEmulation } from '../../net/emulation/no-emulation';
import type { NumberedCommand } from '../commands/numbered-command';
import type { Header } from '../header/header';
import { flightsOf, machineMatesOf } from './link-times';
import { localRecord } from './local-record';
import type { LoopParts } from './loop-parts';
import type { HeaderRecord } from '../header/header-record';
import type { OwnData } from '../run/own-streams';
import type { Device } from '../state/device';

type Parts = Pick<
  LoopParts,
  | 'replica'
  | 'hub'
  | 'local'
  | 'blockedOn'
  | 'commands'
  | 'deps'
  | 'headers'
  | 'meter'
  | 'reorder'
  | 'enter'
  | 'status'
  | 'stalls'
>;

export interface Gathered {
  readonly header: Header;
  /** Held when this replica said its record: more may have come since. */
  readonly commands: readonly NumberedCommand[];
}

/** Rejects with AttemptError, DeadlineError, or the signal's reason. */
export async function gather(
  parts: Parts,
  view: View,
  round: number,
  signal: AbortSignal,
): Promise<Gathered> {
  const { replica, deps, hub, headers, meter, reorder, enter } = parts;
  const sentMs = deps.clock.now();
  enter({ kind: 'header', sinceMs: sentMs });
  const edge = reorder.record(view, replica.ready?.engine.parameterCount);
  const lacksLink = linksNeeded(view, deps.self).some((member) => !deps.isHeard(member));
  const hasStalled = parts.stalls.hasStalled(view, (replica.followed?.step ?? 0) + 1);
  const flightsMs = flightsOf(view, hub);
  const network = replica.followed?.network ?? noEmulation;
  const machineMates = machineMatesOf(view, deps.self, hub, network);
  const links = { ...edge, flightsMs, machineMates, lacksLink, hasStalled };
  const record = localRecord(parts, links, ownSaid(replica.device, view, parts.status.records));
  const { commands } = parts.commands;
  const records = await headers.open(round, record, signal, parts.blockedOn.headerStallMs);
  meter.gathered();
  if (headers.lastToCome) meter.waited(sentMs, headers.lastToCome);
  return { header: { view, round, records }, commands };
}

/**
 * What this replica says of its own data in the next record (T14). The same data counts once, as the senior member's
 * (T14a). Only who has the data can tell that another has it: so the junior one says 0 examples by itself, while a
 * current senior one proves that it has them, and until every senior one has said what it has.
 */
function ownSaid(
  device: Pick<Device, 'self' | 'own' | 'ownProofOf'>,
  { members }: View,
  /** The records of the last header. */
  records: ReadonlyMap<MemberId, Pick<HeaderRecord, 'own' | 'status'>>,
): OwnData | undefined {
  const { own, self } = device;
  if (!own) return undefined;
  const yields = members.slice(0, members.indexOf(self)).some((senior) => {
    const said = records.get(senior);
    if (!said) return true;
    const isSame = said.own?.data === own.data && said.own.proof === device.ownProofOf(senior);
    return isSame && said.status === 'current';
  });
  return yields ? { ...own, examples: 0 } : own;
}
