// The living processes, in Redis (R31): one sorted set, in which each process puts its address and its token again every
// half second, by Redis's clock. A process that has not done so for ten seconds is dead (R31a). Nothing else is kept there.
import type { Clock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';

export interface LivingProcess {
  /** `host:port`, where the proxy and the other processes reach it. */
  readonly address: string;
  /** A random text of each start. Only processes read the directory, so a request that names it comes from one. */
  readonly token: string;
  /** The mark of its ROOM_SECRET, by secretMark(); undefined: it was given none. */
  readonly secretMark?: string;
}

/** A process, and its last beat by Redis's clock. */
export interface HeardProcess extends LivingProcess {
  readonly heardMs: number;
}

export interface Directory {
  /** Says that this process lives. Returns all that do, the latest last. */
  beat(self: LivingProcess): Promise<readonly HeardProcess[]>;
  leave(self: LivingProcess): Promise<void>;
  close(): void;
}

export const beatMs = 500;
/** A process with more work than its core can do beats late, and must not lose its rooms for that: to connect again would
 *  give it more. One that has ended is found sooner, as it takes no connections; one that hangs is not, but neither do its
 *  members hear of it sooner (the ping of Engine.IO). */
export const deadlineMs = 10_000;
/** The time for Redis to answer. */
const answerMs = 1_000;
const connectMs = 5_000;
const key = 'lockstep:processes';
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')`;

/** `warn` is told once when Redis goes away, and once when it is back: rooms go on with the processes known last
 *  (R31d). */
export async function openDirectory(
  url: string,
  clock: Clock,
  warn: (sentence: string) => void,
): Promise<Result<Directory, 'no-redis'>> {
  const { createClient } = await import('@redis/client');
  const place = new URL(url).host;
  let isOpen = false;
  let isAway = false;
  const client = createClient({
    url,
    commandOptions: { timeout: answerMs },
    disableOfflineQueue: true,
    socket: {
      connectTimeout: answerMs,
      reconnectStrategy: (_retries, cause) => (isOpen ? beatMs : cause),
    },
  });
  client.on('error', (error: Error) => {
    if (isOpen && !isAway)
      warn(`Redis at ${place} is away (${error.message}): rooms stay where they are until it is back`);
    isAway = isOpen;
  });
  client.on('ready', () => {
    if (isAway) warn(`Redis at ${place} is back`);
    isAway = false;
  });
  const close = (): void => {
    isOpen = false;
    if (client.isOpen) client.destroy();
  };
  const cancel = clock.after(connectMs, close);
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [refusal] = /^(NOAUTH|WRONGPASS)\b/.exec(message) ?? [];
    if (refusal !== undefined)
      return fail(
        'no-redis',
        `Redis at ${place} wants another password (${refusal}): write it into REDIS_URL, as redis://:PASSWORD@${place}`,
      );
    return fail(
      'no-redis',
      `Redis at ${place} does not answer (${message || code}): start it, or set REDIS_URL`,
    );
  } finally {
    cancel();
  }
  isOpen = true;
  const text = ({ address, token, secretMark }: LivingProcess): string =>
    [address, token, ...(secretMark === undefined ? [] : [secretMark])].join(' ');
  return ok({
    async beat(self) {
      const reply = await client.eval(script, { keys: [key], arguments: [text(self), String(deadlineMs)] });
      // Entries and their scores by turns.
      return (reply as unknown as string[]).flatMap((entry, i, all) => {
        const [address, token, secretMark] = entry.split(' ');
        return i % 2 === 0 ? [{ address, token, secretMark, heardMs: Number(all[i + 1]) }] : [];
      });
    },
    async leave(self) {
      await client.zRem(key, text(self));
    },
    close,
  });
}
