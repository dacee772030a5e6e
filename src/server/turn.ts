// Short-lived credentials for a TURN server that shares a secret with this one (coturn's `use-auth-secret`, from
// draft-uberti-behave-turn-rest). The user name holds the expiry time; the password proves that a holder of the secret
// issued it. Only members of a room get credentials (R14).
import { createHmac, randomBytes } from 'node:crypto';
import type { ServerConfig } from '../net/room/server-config';

export interface TurnSettings {
  /** 'turn:turn.example.org:3478?transport=udp' and the like. */
  readonly urls: readonly string[];
  readonly secret: string;
  /** How long a credential can open allocations; an open allocation continues. */
  readonly ttlSeconds: number;
}

export function turnPassword(secret: string, username: string): string {
  return createHmac('sha1', secret).update(username).digest('base64');
}

/** One ICE server with a credential for one member. `epochMs`: the wall clock. */
export function turnServer(turn: TurnSettings, epochMs: number): ServerConfig['iceServers'][number] {
  const expiry = Math.floor(epochMs / 1000) + turn.ttlSeconds;
  const username = `${expiry}:${randomBytes(6).toString('hex')}`;
  return { urls: [...turn.urls], username, credential: turnPassword(turn.secret, username) };
}
