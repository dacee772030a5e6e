// A file cut into shards for its way from member to member: their number, their lengths, their hashes, and the one hash
// over all of these that names it: the host signs it, or a run's configuration holds it.
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, toHex } from '../base/bytes';
import { shardBytes } from './shard-sizes';

const hashBytes = 32;

export function shardCount(bytes: number): number {
  return Math.ceil(bytes / shardBytes);
}

/** The last one is shorter. */
export function shardLength(bytes: number, shard: number): number {
  return Math.min(shardBytes, bytes - shard * shardBytes);
}

function hashShard(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

/** The name of the file: it binds the whole list. */
export function rootOf(list: Uint8Array): string {
  return toHex(sha256(list));
}

export function isShard(list: Uint8Array, shard: number, bytes: Uint8Array): boolean {
  return equalBytes(hashShard(bytes), list.subarray(shard * hashBytes, (shard + 1) * hashBytes));
}

export function listBytes(bytes: number): number {
  return shardCount(bytes) * hashBytes;
}

/** The hashes of all shards, one after the other. One shard at a time is in memory. */
export async function listShards(whole: Blob, pause: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const list = new Uint8Array(listBytes(whole.size));
  for (let shard = 0; shard < shardCount(whole.size); shard++) {
    const at = shard * shardBytes;
    const piece = await whole.slice(at, at + shardLength(whole.size, shard)).arrayBuffer();
    list.set(hashShard(new Uint8Array(piece)), shard * hashBytes);
    await pause();
  }
  return list;
}

/** The same of bytes in memory. */
export function listShardsOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const list = new Uint8Array(listBytes(bytes.length));
  for (let shard = 0; shard < shardCount(bytes.length); shard++) {
    const at = shard * shardBytes;
    list.set(hashShard(bytes.subarray(at, at + shardBytes)), shard * hashBytes);
  }
  return list;
}
