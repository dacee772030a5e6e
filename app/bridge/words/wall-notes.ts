// What a wall says under its title beside the picture: of the host, of the door, and of an address that no other device opens.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
import { isLoopback } from '../../../src/replica/room-link';
import { sentencesOf } from './format';
import { hostWords } from './host-words';

export function wallNotes(
  picture: Pick<RingView, 'host' | 'door'> | undefined,
  url: string,
): readonly string[] {
  return sentencesOf(
    picture?.host && hostWords(picture.host),
    picture?.door &&
      (picture.door === 'locked'
        ? t`The door is locked: nobody new comes in now.`
        : t`The host lets people in one by one.`),
    isLoopback(url) && t`This address works on this device only.`,
  );
}
