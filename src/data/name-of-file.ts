// The names by which configurations tell files apart.
import type { NamedFile } from './named-file';
import { listShards, listShardsOf, rootOf } from './shards';

export function nameOfBytes(bytes: Uint8Array): NamedFile {
  return { root: rootOf(listShardsOf(bytes)), bytes: bytes.length };
}

/** The same of a file that need not fit into memory. */
export async function nameOfFile(file: Blob, pause: () => Promise<void>): Promise<NamedFile> {
  return { root: rootOf(await listShards(file, pause)), bytes: file.size };
}
