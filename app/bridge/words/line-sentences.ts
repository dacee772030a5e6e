// The words of an emulated line and of the emulated network, which src sets between the figures.
import { plural, t } from '@lingui/core/macro';
import type { LineWords, ProfileName } from '../../../src/net/emulation/profile-words';
import type { NetworkSentences } from '../../../src/replica/network-words';

export const lineSentences: LineWords = {
  jitter: (ms) => t`jitter ${ms}\u00a0ms`,
  loss: (percent) => t`${percent}\u00a0% loss`,
  carries: (rate) => t`carries ${rate}`,
};

export const networkSentences: NetworkSentences = {
  ...lineSentences,
  get notEmulated() {
    return t`not emulated`;
  },
  moreEdges: (count) => t`${count} more ${plural(count, { one: 'edge', other: 'edges' })}`,
};

/** The title of a line that the host chooses by name. */
export const profileTitles: Readonly<Record<ProfileName, () => string>> = {
  lan: () => t`LAN`,
  wifi: () => t`Wi-Fi`,
  home: () => t`Home`,
  slow: () => t`Slow`,
  bad: () => t`Bad`,
};
