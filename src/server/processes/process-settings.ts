// The settings of one process among several (R31): where Redis is, and where the others reach this process.
import { fail, ok, type Result } from '../../base/result';

export interface ProcessSettings {
  readonly redisUrl: string;
  /** `host:port`; undefined: where this process listens. */
  readonly address: string | undefined;
}

/** `isPlain`: this process speaks HTTP, and a proxy before it HTTPS. */
export function readProcesses(
  given: (name: string) => string | undefined,
  isPlain: boolean,
): Result<ProcessSettings | undefined, 'bad-environment'> {
  const [redisUrl, address] = [given('REDIS_URL'), given('PROCESS_ADDRESS')];
  const refuse = (why: string) => fail('bad-environment', why);
  if (redisUrl === undefined)
    return address === undefined
      ? ok(undefined)
      : refuse('PROCESS_ADDRESS is of use only with REDIS_URL, for more than one process');
  // The address may hold a password: it is not repeated.
  if (!URL.canParse(redisUrl) || !/^rediss?:$/.test(new URL(redisUrl).protocol))
    return refuse('REDIS_URL is not an address of Redis, such as redis://127.0.0.1:6379');
  if (address !== undefined && !/^([a-z0-9.\-_]{1,253}|\[[0-9a-f:]+\]):\d{1,5}$/i.test(address))
    return refuse(
      `PROCESS_ADDRESS is ${JSON.stringify(address)}: it takes a host with its port, such as 10.0.0.7:8080`,
    );
  if (!isPlain)
    return refuse(
      'with REDIS_URL a proxy before the processes speaks HTTPS: leave --https, --cert and --key out',
    );
  return ok({ redisUrl, address });
}
