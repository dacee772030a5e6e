// A session whose replica says what a test says, and keeps what it is told.
import type { ReplicaEvent, ReplicaHandle } from '../../../../src/replica/protocol';
import { Session } from '../session';

type Told = Parameters<ReplicaHandle['send']>[0];

export function testSession(): {
  readonly session: Session;
  readonly told: readonly Told[];
  emit(event: ReplicaEvent): void;
} {
  let emit = (event: ReplicaEvent): void => void event;
  const told: Told[] = [];
  const handle: ReplicaHandle = {
    send: (message) => void told.push(message),
    request: () => Promise.reject(new Error('a test')),
    subscribe: (listener) => {
      emit = listener;
      return () => undefined;
    },
    destroy: () => undefined,
  };
  const session = new Session([handle], { kind: 'alone', replicas: 1 });
  return { session, told, emit: (event) => emit(event) };
}
