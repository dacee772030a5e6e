// The page's error code for a room that could not be created or entered. Only a server that does not answer is
// 'server-unreachable'.
import type { JoinErrorCode } from '../../net/signalling/signalling';
import type { ReplicaErrorCode } from '../protocol';

export function entryErrorOf(code: Exclude<JoinErrorCode, 'closed'>): ReplicaErrorCode {
  switch (code) {
    case 'room-not-found':
    case 'several-rooms':
    case 'room-full':
    case 'wrong-key':
    case 'wrong-version':
    case 'server-unreachable':
    case 'no-key-holder':
    case 'too-many-rooms':
    case 'room-locked':
    case 'not-let-in':
    case 'host-silent':
      return code;
    case 'key-missing':
    case 'room-forged':
      return 'wrong-key';
    case 'too-many-peers':
    case 'id-taken':
    case 'rate-limited':
    case 'too-large':
    case 'malformed':
    case 'code-lapsed':
    case 'not-in-room':
    case 'no-such-peer':
    case 'not-host':
      return 'server-refused';
    default:
      return code satisfies never;
  }
}
