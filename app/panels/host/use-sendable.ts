// Whether this device has data of the run that it may send to others.
import { isFileData } from '../../../src/train/run/data-shape';
import { useShownPart } from '../../bridge/session/session-context';

/** This device may send the run's data: undefined where it may not. */
export function useSendable() {
  const isHost = useShownPart((shown) => shown.isHost);
  const sharing = useShownPart((shown) => shown.sharing);
  const data = useShownPart((shown) => shown.config?.data);
  if (!sharing?.canOffer || !data || !isFileData(data)) return undefined;
  const isOffered = sharing.offer?.sha256 === data.sha256;
  if (!isHost && !isOffered) return undefined;
  return { isHost, sharing, data, isOpen: isHost ? isOffered : sharing.givesAll };
}
