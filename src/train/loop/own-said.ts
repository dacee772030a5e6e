// What this replica says of its own data in the next record (T14). The same data counts once, as the senior member's
// (T14a). Only who has the data can tell that another has it: so the junior one says 0 examples by itself, while a
// current senior one proves that it has them, and until every senior one has said what it has.
import type { MemberId, View } from '../../membership/view';
import type { HeaderRecord } from '../header/header-record';
import type { OwnData } from '../run/own-streams';
import type { Device } from '../state/device';

export function ownSaid(
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
