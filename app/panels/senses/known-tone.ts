// Whether this browser gives a page the sound that was played. Some protect people from being recognized by altering what a
// page reads of sound: a known tone is played, heard by nobody, and read as sound of a microphone is.

const samples = 2048;
const rate = 48_000;
/** A thousandth is a change that no model can tell; some browsers make one. */
const mostDifference = 0.01;

/** Two sines, of loudness that a microphone has. */
export function knownTone(): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: samples },
    (_, at) => 0.4 * Math.sin((2 * Math.PI * at) / 37) + 0.2 * Math.sin((2 * Math.PI * at) / 11),
  );
}

export function isSameTone(played: Float32Array, read: Float32Array): boolean {
  return (
    read.length === played.length &&
    played.every((sample, at) => Math.abs(read[at] - sample) <= mostDifference)
  );
}

export async function hearsWhatItPlays(): Promise<boolean> {
  const context = new OfflineAudioContext(1, samples, rate);
  const tone = knownTone();
  const buffer = context.createBuffer(1, samples, rate);
  buffer.copyToChannel(tone, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  const analyser = new AnalyserNode(context, { fftSize: samples });
  source.connect(analyser).connect(context.destination);
  source.start();
  await context.startRendering();
  const read = new Float32Array(samples);
  analyser.getFloatTimeDomainData(read);
  return isSameTone(tone, read);
}
