// Reads TensorBoard event files by hand: TFRecord framing with a bitwise CRC-32C, and the wire format of protobuf, from their
// published descriptions. It shares no code with the writer.

export interface ReadEvent {
  readonly wallTime: number;
  readonly step?: number;
  readonly fileVersion?: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Throws where a length or a checksum is wrong, or a field is not one of these messages. */
export function readEventFile(bytes: Uint8Array): ReadEvent[] {
  const events: ReadEvent[] = [];
  for (let at = 0; at < bytes.length;) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const length = Number(view.getBigUint64(0, true));
    check(view.getUint32(8, true), bytes.subarray(at, at + 8), 'length');
    const data = bytes.subarray(at + 12, at + 12 + length);
    if (data.length !== length) throw new Error('a record is cut off');
    check(view.getUint32(12 + length, true), data, 'data');
    events.push(eventOf(data));
    at += 16 + length;
  }
  return events;
}

function check(stored: number, bytes: Uint8Array, what: string): void {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  const plain = (crc ^ 0xffffffff) >>> 0;
  const rotated = ((plain >>> 15) | (plain << 17)) >>> 0;
  if ((rotated + 0xa282ead8) % 2 ** 32 !== stored) throw new Error(`the checksum of the ${what} is wrong`);
}

interface Field {
  readonly number: number;
  readonly value: number | Uint8Array;
}

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  while (at < bytes.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    const type = key % 8;
    if (type === 0) yield { number, value: varint() };
    else if (type === 1) yield { number, value: view.getFloat64((at += 8) - 8, true) };
    else if (type === 5) yield { number, value: view.getFloat32((at += 4) - 4, true) };
    else if (type === 2) {
      const length = varint();
      yield { number, value: bytes.subarray(at, (at += length)) };
    } else throw new Error(`no such wire type: ${type}`);
  }
}

function eventOf(bytes: Uint8Array): ReadEvent {
  const event: { wallTime: number; step?: number; fileVersion?: string; values: Record<string, number> } = {
    wallTime: NaN,
    values: {},
  };
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === 1) event.wallTime = value as number;
    else if (number === 2) event.step = value as number;
    else if (number === 3) event.fileVersion = text(value);
    else if (number === 5) for (const one of fieldsOf(value as Uint8Array)) addValue(event.values, one);
    else throw new Error(`no such field of an Event: ${number}`);
  }
  return event;
}

function addValue(values: Record<string, number>, { number, value }: Field): void {
  if (number !== 1) throw new Error(`no such field of a Summary: ${number}`);
  let tag = '';
  let simple = NaN;
  for (const one of fieldsOf(value as Uint8Array)) {
    if (one.number === 1) tag = text(one.value);
    else if (one.number === 2) simple = one.value as number;
    else throw new Error(`no such field of a Value: ${one.number}`);
  }
  values[tag] = simple;
}

function text(value: number | Uint8Array): string {
  return new TextDecoder().decode(value as Uint8Array);
}
