// Short-lived credentials for a TURN server that shares a secret with this one (coturn's `use-auth-secret`, from
// draft-uberti-behave-turn-rest): the name says until when, the password proves that the secret's holder said so.
// Only members of a room are given them (R14).
import { createHmac, randomBytes } from 'node:crypto';
import type { ServerConfig } from '../net/room/room-messages';

export interface TurnSettings {
  /** 'turn:turn.example.org:3478?transport=udp' and the like. */
  readonly urls: readonly string[];
  readonly secret: string;
  /** How long a credential opens allocations; one that is open goes on. */
  readonly ttlSeconds: number;
}

export function turnPassword(secret: string, username: string): string {
  return createHmac('sha1', secret).update(username).digest('base64');
}

/** One ICE server with a credential of its own, for one asker. */
export function turnServer(turn: TurnSettings, nowMs: number): ServerConfig['iceServers'][number] {
  const expiry = Math.floor(nowMs / 1000) + turn.ttlSeconds;
  const username = `${expiry}:${randomBytes(6).toString('hex')}`;
  return { urls: [...turn.urls], username, credential: turnPassword(turn.secret, username) };
}
