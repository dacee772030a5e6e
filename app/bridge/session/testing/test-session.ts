// A session whose replica says what a test says.
import type { ReplicaEvent, ReplicaHandle } from '../../../../src/replica/protocol';
import { Session } from '../session';

export function testSession(): { readonly session: Session; emit(event: ReplicaEvent): void } {
  let emit = (event: ReplicaEvent): void => void event;
  const handle: ReplicaHandle = {
    send: () => undefined,
    request: () => Promise.reject(new Error('a test')),
    subscribe: (listener) => {
      emit = listener;
      return () => undefined;
    },
    destroy: () => undefined,
  };
  const session = new Session([handle], { kind: 'alone', replicas: 1 });
  return { session, emit: (event) => emit(event) };
}
