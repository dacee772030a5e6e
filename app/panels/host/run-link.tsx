// The settings of the run as a link: it opens them in a new room, or in another demo. A run on a file has none.
import { t } from '@lingui/core/macro';
import { useShownPart } from '../../bridge/session/session-context';
import { queryOfRun } from '../../bridge/form/share-link';
import { usePresets } from '../../bridge/session/use-presets';
import { usePublicAddress } from '../../bridge/session/use-public-address';
import { CopyLink } from '../../ui/copy-link';

export default function RunLink() {
  const config = useShownPart((shown) => shown.config);
  const presets = usePresets(true);
  const address = usePublicAddress();
  const query = config && queryOfRun(config, presets);
  if (query === undefined) return null;
  return <CopyLink url={`${address}/start?${query}`} label={t`Copy a link to these settings`} />;
}
