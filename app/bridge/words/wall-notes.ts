// What a wall says under its title beside the picture: of the host, of the door, and of an address that no other device opens.
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { watchingText } from '../../text/watching';
import { isLoopback } from '../../../src/replica/room-link';
import { hostWords } from './host-words';

export function wallNotes(
  picture: Pick<RingPicture, 'host' | 'door'> | undefined,
  url: string,
): readonly string[] {
  return [
    ...(picture?.host ? [hostWords(picture.host)] : []),
    ...(picture?.door ? [picture.door === 'locked' ? watchingText.doorLocked : watchingText.doorAsks] : []),
    ...(isLoopback(url) ? [watchingText.thisDeviceOnly] : []),
  ];
}
