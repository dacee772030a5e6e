// Second phase of a round: say this replica's record, and gather every member's (H1).
import { linksNeeded } from '../../membership/links-needed';
import type { View } from '../../membership/view';
import type { NumberedCommand } from '../commands/numbered-command';
import type { Header } from '../header/header';
import { localRecord } from './local-record';
import type { LoopParts } from './loop-parts';
import { ownSaid } from './own-said';

type Parts = Pick<
  LoopParts,
  | 'replica'
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
  const { replica, deps, headers, meter, reorder, enter } = parts;
  const sentMs = deps.clock.now();
  enter({ kind: 'header', sinceMs: sentMs });
  const edge = reorder.record(view, replica.ready?.engine.parameterCount);
  const lacksLink = linksNeeded(view, deps.self).some((member) => !deps.isHeard(member));
  const hasStalled = parts.stalls.hasStalled(view, (replica.followed?.step ?? 0) + 1);
  const links = { ...edge, lacksLink, hasStalled };
  const record = localRecord(parts, links, ownSaid(replica.device, view, parts.status.records));
  const { commands } = parts.commands;
  const records = await headers.open(round, record, signal, parts.blockedOn.headerStallMs);
  meter.gathered();
  if (headers.lastToCome) meter.waited(sentMs, headers.lastToCome);
  return { header: { view, round, records }, commands };
}
