// The last second of a microphone, at any moment. Analysers remember the last samples, but fewer than a second of them, so
// several do, each behind a delay of a whole part of a second. No worklet: its program would be a file of its own, which a page
// that is one file (app/take-away) cannot load.
import type { Sound } from '../../../src/data/sound/sound';

/** The most samples that an analyser remembers. */
const mostRemembered = 32_768;
/** An analyser that has moved on between two readings is read again. */
const mostReadings = 8;

export class SoundTap {
  readonly #context = new AudioContext();
  /** The newest part first. */
  readonly #parts: readonly AnalyserNode[];
  readonly #began: number;

  constructor(stream: MediaStream) {
    const context = this.#context;
    const source = context.createMediaStreamSource(stream);
    const count = Math.ceil(context.sampleRate / mostRemembered);
    this.#parts = Array.from({ length: count }, (_, part) => {
      const analyser = context.createAnalyser();
      analyser.fftSize = mostRemembered;
      const delay = context.createDelay();
      delay.delayTime.value = part / count;
      source.connect(delay).connect(analyser);
      return analyser;
    });
    this.#began = context.currentTime;
    // A press has turned the microphone on, so browsers let it run.
    void context.resume();
  }

  /** Undefined: there is no whole second yet, or the device is too busy to read one of a piece. */
  second(): Sound | undefined {
    const { sampleRate, currentTime } = this.#context;
    if (currentTime - this.#began < 1) return undefined;
    const rate = Math.round(sampleRate);
    for (let reading = 0; reading < mostReadings; reading++) {
      const samples = new Float32Array(rate);
      const before = this.#mark();
      let end = rate;
      for (const [part, analyser] of this.#parts.entries()) {
        const start = Math.round((rate * (this.#parts.length - 1 - part)) / this.#parts.length);
        const remembered = new Float32Array(mostRemembered);
        analyser.getFloatTimeDomainData(remembered);
        samples.set(remembered.subarray(mostRemembered - (end - start)), start);
        end = start;
      }
      if (this.#mark().every((sample, at) => sample === before[at])) return { rate, samples };
    }
    return undefined;
  }

  /** Some samples of the newest part: others once time has gone on. */
  #mark(): Float32Array {
    const remembered = new Float32Array(256);
    this.#parts[0].getFloatTimeDomainData(remembered);
    return remembered;
  }

  close(): void {
    void this.#context.close();
  }
}
