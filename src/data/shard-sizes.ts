// The sizes of the shards in which a file goes from member to member, apart from their hashes: forms ask for the sizes alone.

/** Four to the second on a line of 8 Mbit/s; 2,048 for the largest dataset. */
export const shardBytes = 256 * 1024;
/** Two IDX files of the largest size that a replica opens (idx-dataset.ts), 512 MiB in all. */
export const mostShards = 2048;
export const mostSharedBytes = mostShards * shardBytes;
