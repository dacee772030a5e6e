// The hello that this replica sends to every peer (hello.ts).
import { sponsorsOf } from '../../membership/links-needed';
import type { MembershipDriver } from '../peers/membership-driver';
import { protocolVersion, type Hello } from '../peers/hello';
import type { Replica } from '../participation/replica';
import type { Trainer } from '../loop/trainer';

/** `wantsIn`: it is prepared for a ring and asks to be admitted. */
export function localHello(
  name: string,
  { ready }: Replica,
  { state }: Trainer,
  { view, hub }: MembershipDriver,
  wantsIn: boolean,
): Hello {
  return {
    protocol: protocolVersion,
    name,
    backend: ready?.engine.backend ?? 'unknown',
    device: ready?.engine.device.slice(0, 120) ?? '',
    isSoftware: ready?.engine.isSoftware ?? false,
    config: state?.config ?? ready?.config ?? null,
    plan: ready?.planHash ?? null,
    ring: view
      ? {
          lineage: view.lineage,
          examples: state?.examples ?? 0,
          run: state?.run ?? 0,
          sponsors: [...sponsorsOf(view)],
          kicked: hub
            .peers()
            .filter((peer) => state?.kicked.includes(peer))
            .slice(0, 64),
        }
      : null,
    wantsIn: wantsIn && !view,
  };
}
