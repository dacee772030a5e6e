// Polled answers that are not read (R17). A session has one answer under way at most: who polls again before the last
// one has left opens connections that it does not read, and its session ends, with what it left unread.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EngineConnection } from './outbound';

/** A smaller rest is the end of a goodbye, and is left to leave. */
const maxRestBytes = 64 * 1024;

interface Session {
  readonly connection: EngineConnection;
  answer: ServerResponse | undefined;
}

export class UnreadAnswers {
  readonly #sessions = new Map<string, Session>();

  /** From the opening of a connection to its end. */
  watch(connection: EngineConnection): void {
    const { id } = connection as unknown as { readonly id: string }; // private in the types, in every poll's address
    const session: Session = { connection, answer: undefined };
    this.#sessions.set(id, session);
    connection.on('close', () => {
      this.#sessions.delete(id);
      if (session.answer && session.answer.writableLength > maxRestBytes) session.answer.destroy();
    });
  }

  /** False: this poll comes before its predecessor's answer has left, and the session has ended. */
  mayPoll(id: string, answer: ServerResponse): boolean {
    const session = this.#sessions.get(id);
    if (!session) return true; // the transport refuses it
    const { answer: last, connection } = session;
    if (last?.writableEnded && !last.writableFinished && !last.destroyed) {
      connection.close(true);
      return false;
    }
    session.answer = answer;
    return true;
  }
}

/** The session of a poll; undefined for every other request. */
export function polledSession(request: IncomingMessage): string | undefined {
  if (request.method !== 'GET' || request.headers.upgrade !== undefined) return undefined;
  return new URL(request.url ?? '', 'http://host').searchParams.get('sid') ?? undefined;
}
