import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { secondOf, soundRate } from './sound';
import { decibelsOf, spectrogram, spectrogramSide } from './spectrogram';

const random = prng('spectrograms');

/** A sum of sines [Hz, size], of any rate. */
function tones(rate: number, parts: readonly (readonly [hz: number, size: number])[]): Float32Array {
  return Float32Array.from({ length: rate }, (_, at) =>
    parts.reduce((sum, [hz, size]) => sum + size * Math.sin((2 * Math.PI * hz * at) / rate), 0),
  );
}

/** Loudness (dB) by the sums of the definitions: a transform line by line, engines’ own sine and logarithm. */
function plainLoudness(second: Int16Array, column: number): number[] {
  const size = 1024;
  const start = Math.round((column * (soundRate - size)) / 31);
  const hann = Array.from({ length: size }, (_, n) => Math.sin((Math.PI * n) / size) ** 2);
  const power = Array.from({ length: size / 2 }, (_, line) => {
    let [re, im] = [0, 0];
    for (let n = 0; n < size; n++) {
      const value = (hann[n] * second[start + n]) / 32_767;
      re += value * Math.cos((2 * Math.PI * line * n) / size);
      im -= value * Math.sin((2 * Math.PI * line * n) / size);
    }
    return re * re + im * im;
  });
  const full = (hann.reduce((sum, value) => sum + value, 0) / 2) ** 2 * 1.5;
  const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const edge = (at: number) =>
    Math.round(700 * (10 ** ((mel(60) + (at * (mel(7000) - mel(60))) / 33) / 2595) - 1));
  return Array.from({ length: 32 }, (_, band) => {
    let energy = 0;
    for (const [line, value] of power.entries()) {
      const hz = (line * soundRate) / size;
      const rise = (hz - edge(band)) / (edge(band + 1) - edge(band));
      const fall = (edge(band + 2) - hz) / (edge(band + 2) - edge(band + 1));
      energy += Math.max(0, Math.min(rise, fall)) * value;
    }
    return 10 * Math.log10(energy / full);
  });
}

test('pixels are the loudness of bands, against sums line by line', () => {
  const noise = Float32Array.from(tones(soundRate, [[440, 0.3]]), (value) => value + 0.01 * random.normal());
  const second = secondOf({ rate: soundRate, samples: noise });
  const picture = spectrogram(second);
  for (const column of [0, 1, 15, 31])
    for (const [band, decibels] of plainLoudness(second, column).entries()) {
      const wanted = Math.max(0, Math.min(255, Math.round((255 * (decibels + 90)) / 80)));
      expect(picture[(31 - band) * 32 + column]).toBe(wanted);
    }
});

test('a sine of full scale is 0 dB in its band, whatever the band, and the loudest pixel stays', () => {
  for (const hz of [437, 1000, 3000]) {
    const loudest = (size: number) =>
      Math.max(...spectrogram(secondOf({ rate: soundRate, samples: tones(soundRate, [[hz, size]]) })));
    // Between two bands it is half in each.
    expect(decibelsOf(loudest(0.01))).toBeGreaterThan(-44);
    expect(decibelsOf(loudest(0.01))).toBeLessThan(-39);
    expect(loudest(1)).toBe(255);
  }
});

test.each([8000, 22_050, 44_100, 48_000, 96_000, 47_999])(
  'the same sound at %i Hz is nearly the same picture as at 16 kHz',
  (rate) => {
    const parts = [[220, 0.2], [1330, 0.1], [2900, 0.05]] as const; // prettier-ignore
    const wanted = spectrogram(secondOf({ rate: soundRate, samples: tones(soundRate, parts) }));
    const got = spectrogram(secondOf({ rate, samples: tones(rate, parts) }));
    // The first and last samples lie beside silence; what is below −80 dB is rounding.
    let worst = 0;
    for (let at = 0; at < got.length; at++) {
      const isEdge = at % spectrogramSide === 0 || at % spectrogramSide === spectrogramSide - 1;
      if (!isEdge && wanted[at] > 32) worst = Math.max(worst, Math.abs(got[at] - wanted[at]));
    }
    expect(worst).toBeLessThanOrEqual(2);
  },
);

test('what 16 kHz cannot hold does not come back as another tone', () => {
  // 12 kHz would be heard as 4 kHz.
  const picture = spectrogram(secondOf({ rate: 48_000, samples: tones(48_000, [[12_000, 0.9]]) }));
  const inner = picture.filter((_, at) => at % spectrogramSide > 0 && at % spectrogramSide < 31);
  expect(Math.max(...inner)).toBeLessThan(64); // −70 dB
});

test('silence is black, and a sound shorter than a second is followed by silence', () => {
  expect(Math.max(...spectrogram(secondOf({ rate: 44_100, samples: new Float32Array(44_100) })))).toBe(0);
  const half = tones(48_000, [[1000, 0.5]]).subarray(0, 24_000);
  const picture = spectrogram(secondOf({ rate: 48_000, samples: half }));
  const columns = Array.from({ length: 32 }, (_, column) =>
    Math.max(...picture.filter((_, at) => at % 32 === column)),
  );
  expect(Math.min(...columns.slice(1, 15))).toBeGreaterThan(200);
  expect(Math.max(...columns.slice(18))).toBe(0);
});

test('a rate that no microphone has is refused', () => {
  for (const rate of [0, 3999, 200_000, 44_100.5, Number.NaN])
    expect(() => secondOf({ rate, samples: new Float32Array(9) })).toThrow(RangeError);
});
