// Two checksums of 32 bits, each by its polynomial from the low bit.

/** CRC-32 of ZIP and PNG (ISO 3309), 0 … 2³² − 1. */
export const crc32 = crcOf(0xedb88320);

/** CRC-32C (Castagnoli, RFC 3720 B.4), the checksum of TFRecord files, 0 … 2³² − 1. */
export const crc32c = crcOf(0x82f63b78);

function crcOf(polynomial: number): (bytes: Uint8Array) => number {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? polynomial ^ (crc >>> 1) : crc >>> 1;
    return crc;
  });
  return (bytes) => {
    let crc = 0xffffffff;
    for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
    return (crc ^ 0xffffffff) >>> 0;
  };
}
