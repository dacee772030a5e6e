// The log for the person who runs the server: sentences with numbers. No code of a room, no secret, no name of a person, and
// an address only where a setting is wrong for it.
import pino, { type DestinationStream } from 'pino';
import type { Clock } from '../base/clock';

export type LogFacts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface ServerLog {
  /** Facts for programs that read logs: a terminal does not show them. */
  info(sentence: string, facts?: LogFacts): void;
  /** Something that the person who runs the server should read. */
  warn(sentence: string): void;
  error(error: unknown): void;
}

/** Sentences on standard error, for a terminal. */
export const lineLog: ServerLog = {
  info: () => undefined,
  warn: (sentence) => console.error(sentence),
  error: (error) => console.error(error),
};

/** A line of JSON each on standard output: {level, time, msg} and the facts. `epochMs`: the wall clock. */
export function jsonLog({ epochMs }: Pick<Clock, 'epochMs'>, to?: DestinationStream): ServerLog {
  const logger = pino(
    {
      base: null,
      formatters: { level: (level) => ({ level }) },
      timestamp: () => `,"time":"${new Date(epochMs()).toISOString()}"`,
    },
    to ?? pino.destination({ fd: 1, sync: true }),
  );
  return {
    info: (sentence, facts = {}) => logger.info(facts, sentence),
    warn: (sentence) => logger.warn(sentence),
    // An error may carry whatever its maker put there: only its name, its message and where it came from are kept.
    error(error) {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      logger.error({ error: { name, stack: stack?.split('\n').slice(1) } }, message);
    },
  };
}
