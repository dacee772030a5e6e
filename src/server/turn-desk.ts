// Who is given a credential of the TURN server, and how often (R14a). A connection that asks again has the one that it
// was given, for almost half of its life; new ones are paid by its address.
import type { Clock } from '../base/clock';
import { memberServers, type IceSettings } from './ice-settings';
import { turnRule } from './limits';
import { NetworkTable } from './networks';

type Servers = ReturnType<typeof memberServers>;

export class TurnDesk {
  readonly #byAddress: NetworkTable;

  constructor(
    readonly ice: IceSettings,
    readonly clock: Clock,
  ) {
    this.#byAddress = new NetworkTable(turnRule, clock);
  }

  /** The servers of one connection; undefined when its address has asked for too many. */
  asker(address: string): () => Servers | undefined {
    let given: { readonly servers: Servers; readonly untilMs: number } | undefined;
    return () => {
      const nowMs = this.clock.epochMs();
      if (given && nowMs < given.untilMs) return given.servers;
      if (this.ice.turn && !this.#byAddress.take(address)) return undefined;
      const servers = memberServers(this.ice, nowMs);
      given = { servers, untilMs: nowMs + 450 * servers.ttlSeconds };
      return servers;
    };
  }

  forget(): void {
    this.#byAddress.forget();
  }
}
