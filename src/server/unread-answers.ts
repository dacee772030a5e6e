// Polled answers that are not read (R17). A session has at most one answer under way (R17c). A client that polls again
// before the last answer has left does not read its connections. Its session ends, and the unread answer is dropped.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EngineConnection } from './outbound';
import { queryOf } from './rooms-path';

/** A smaller rest may still leave: it is the end of a goodbye. */
const maxRestBytes = 64 * 1024;

interface Session {
  readonly connection: EngineConnection;
  answer: ServerResponse | undefined;
}

export class UnreadAnswers {
  constructor(readonly onCut: () => void) {}

  readonly #sessions = new Map<string, Session>();

  /** Watches a connection from its opening to its end. */
  watch(connection: EngineConnection): void {
    const { id } = connection as unknown as { readonly id: string }; // private in the types, but in every poll's URL
    const session: Session = { connection, answer: undefined };
    this.#sessions.set(id, session);
    connection.on('close', () => {
      this.#sessions.delete(id);
      if (session.answer && session.answer.writableLength > maxRestBytes) session.answer.destroy();
    });
  }

  /** False when the last answer has not left yet; then the session is closed. */
  mayPoll(id: string, answer: ServerResponse): boolean {
    const session = this.#sessions.get(id);
    if (!session) return true; // the transport refuses it
    const { answer: last, connection } = session;
    if (last?.writableEnded && !last.writableFinished && !last.destroyed) {
      this.onCut();
      connection.close(true);
      return false;
    }
    session.answer = answer;
    return true;
  }
}

/** The session id of a poll; undefined for every other request. */
export function polledSession(request: IncomingMessage): string | undefined {
  if (request.method !== 'GET' || request.headers.upgrade !== undefined) return undefined;
  return queryOf(request).get('sid') ?? undefined;
}
