// Which members share a device with others of them (H18): they take turns on it, so that more of them bring little.
import { t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';
import { formatNames } from './format';
import { peerName } from './peer-names';

/** The members that share this one's device, by name; undefined: none is known to. */
export function sharersOf(shown: Snapshot, id: string): string | undefined {
  const group = shown.devices.find((each) => each.includes(id));
  return group && formatNames(group.filter((each) => each !== id).map((each) => peerName(shown, each)));
}

/** A sentence for each shared device; empty: no two members are known to share one. */
export function sharedDeviceWords(shown: Snapshot): string {
  return shown.devices
    .map(
      (group) =>
        t`${{ names: formatNames(group.map((each) => peerName(shown, each))) }} share one device: efficiency cannot rise there.`,
    )
    .join(' ');
}
