// The beginning of a file, by which import-files.ts tells what it is.

/** They show what a file is; a table among texts takes some lines. */
const startBytes = 65_536;

/** The first bytes, of gzip those inside. */
export async function startOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  if (start[0] !== 0x1f || start[1] !== 0x8b) return start;
  const reader = file.slice(0, startBytes).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const inner = await reader.read().then(
    ({ value }) => value?.slice(0, startBytes) ?? new Uint8Array(),
    () => new Uint8Array(),
  );
  reader.cancel().catch(() => undefined);
  return inner;
}
