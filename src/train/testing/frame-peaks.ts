// How much of their budgets honest replicas use (L19, M15d, H5e): the highest level of a bucket of half the size that
// drains at half the rate, of each receiver and sender. A level above that half is a budget with too thin a margin.
import { vi } from 'vitest';
import type { BucketRule } from '../../base/token-bucket';
import { CommandLimit, forgedRule, repeatedRule } from '../commands/command-limit';
import { frameRules } from '../peers/frame-budgets';
import { guestRule, memberRule } from '../peers/membership-limit';
import { PeerBudget } from '../peers/peer-budget';

const rules: readonly (readonly [name: string, rule: BucketRule])[] = [
  ...Object.entries(frameRules),
  ['membership, member', memberRule],
  ['membership, guest', guestRule],
  ['command, not new', repeatedRule],
  ['command, not the host’s', forgedRule],
];

export interface Peak {
  readonly name: string;
  readonly rule: BucketRule;
  /** The share of the whole budget at once; at most half is asked for. */
  readonly share: number;
  /** The frames in the fullest second. */
  readonly inSecond: number;
}

interface Level {
  level: number;
  atMs: number;
  second: number;
  inSecond: number;
}

export class FramePeaks {
  readonly #levels = new Map<object, Map<string, Level>>();
  readonly #peaks = new Map<string, { share: number; inSecond: number }>();

  /** Counts from now on, until the spies are restored. */
  watch(): void {
    const [spend, allows] = [PeerBudget.prototype.spend, CommandLimit.prototype.allows];
    const count = this.#count.bind(this);
    vi.spyOn(PeerBudget.prototype, 'spend').mockImplementation(function (this: PeerBudget, peer, cost = 1) {
      count(this, this.rule, peer, cost, this.clock.now());
      return spend.call(this, peer, cost);
    });
    vi.spyOn(CommandLimit.prototype, 'allows').mockImplementation(function (
      this: CommandLimit,
      peer,
      offence,
    ) {
      count(this, offence === 'replayed' ? repeatedRule : forgedRule, peer, 1, this.clock.now());
      return allows.call(this, peer, offence);
    });
  }

  #count(budget: object, rule: BucketRule, peer: string, cost: number, nowMs: number): void {
    const name = rules.find(([, known]) => known === rule)?.[0];
    if (name === undefined) return;
    let levels = this.#levels.get(budget);
    if (!levels) this.#levels.set(budget, (levels = new Map()));
    const key = `${name} ${peer}`;
    let one = levels.get(key);
    if (!one) levels.set(key, (one = { level: 0, atMs: nowMs, second: 0, inSecond: 0 }));
    one.level = Math.max(0, one.level - ((nowMs - one.atMs) / 1000) * (rule.perSecond / 2)) + cost;
    one.atMs = nowMs;
    const second = Math.floor(nowMs / 1000);
    if (second !== one.second) [one.second, one.inSecond] = [second, 0];
    one.inSecond += cost;
    const peak = this.#peaks.get(name) ?? { share: 0, inSecond: 0 };
    peak.share = Math.max(peak.share, one.level / rule.capacity);
    peak.inSecond = Math.max(peak.inSecond, one.inSecond);
    this.#peaks.set(name, peak);
  }

  all(): readonly Peak[] {
    return rules.map(([name, rule]) => ({
      ...{ name, rule },
      ...(this.#peaks.get(name) ?? { share: 0, inSecond: 0 }),
    }));
  }

  table(title: string): string {
    const lines = this.all().map(
      ({ name, rule, share, inSecond }) =>
        `  ${name.padEnd(24)} ${String(inSecond).padStart(6)} in a second   ${(100 * share).toFixed(1).padStart(5)} % of ${rule.capacity}, ${rule.perSecond}/s`,
    );
    return [title, ...lines].join('\n');
  }
}
