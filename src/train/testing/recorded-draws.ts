// The draws of a life from the generator, stream by stream. A replay reads them and needs no generator. Each draw is a
// number below 2²⁴; a uint32 is two. A stream as text is the base64 of three bytes a draw. A replay whose course has
// changed may ask for more draws. Then it gets hashes of the stream's name and position.
import { hashText } from '../run/run-config';
import type { Prng, RandomSource } from '../../base/prng';

/** Stream, by its name as JSON → its draws in order. */
export type RecordedDraws = Readonly<Record<string, string>>;

const drawBytes = 3;

export class DrawRecorder {
  readonly #streams = new Map<string, number[]>();

  /** Draws from `source`, and keeps what it drew. A restarted stream draws the same numbers again, so its longest run
   *  is kept. */
  recording(source: RandomSource): RandomSource {
    return (...parts) => {
      const random = source(...parts);
      const name = JSON.stringify(parts);
      const drawn = this.#streams.get(name) ?? [];
      this.#streams.set(name, drawn);
      let at = 0;
      const keep = (value: number): void => void (drawn[at++] = value);
      const float = (): number => {
        const value = random.float();
        keep(value * 0x1000000);
        return value;
      };
      return {
        float,
        floats: (into) => fill(into, float),
        normal: () => normalOf(float),
        below(bound) {
          const value = random.below(bound);
          keep(value);
          return value;
        },
        uint32() {
          const value = random.uint32();
          keep(value >>> 24);
          keep(value & 0xffffff);
          return value;
        },
      };
    };
  }

  draws(): RecordedDraws {
    const used = [...this.#streams].filter(([, drawn]) => drawn.length > 0);
    return Object.fromEntries(used.map(([name, drawn]) => [name, pack(drawn)]));
  }
}

/** Reads recorded streams; each call of the source begins its stream again, as the generator does. */
export function replaying(draws: RecordedDraws): RandomSource {
  return (...parts) => {
    const name = JSON.stringify(parts);
    const drawn = unpack(draws[name] ?? '');
    let at = 0;
    const next = (): number => {
      const place = at++;
      return drawn[place] ?? parseInt(hashText(`${name} ${place}`).slice(0, 6), 16);
    };
    const float = (): number => next() / 0x1000000;
    return {
      float,
      floats: (into) => fill(into, float),
      normal: () => normalOf(float),
      below: (bound) => next() % bound,
      uint32: () => ((next() << 24) | next()) >>> 0,
    } satisfies Prng;
  };
}

function fill(into: Float64Array, float: () => number): void {
  for (let i = 0; i < into.length; i++) into[i] = float();
}

/** The normal numbers as the generator makes them. */
function normalOf(float: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += float();
  return sum;
}

function pack(drawn: readonly number[]): string {
  const bytes = new Uint8Array(drawBytes * drawn.length);
  drawn.forEach((value, i) => bytes.set([value >>> 16, (value >>> 8) & 255, value & 255], drawBytes * i));
  return Buffer.from(bytes).toString('base64');
}

function unpack(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / drawBytes }, (_, i) =>
    bytes.readUIntBE(drawBytes * i, drawBytes),
  );
}
