// Times texts by the mini GPT, token by token with kept keys and values: `npm run bench:write`. A JSON line: characters a
// second, beyond the context too, with the draw and the likeliest alternatives of each, as the playground writes.
import { prng } from '../../../src/base/prng';
import { createCpuEngine } from '../../../src/model/cpu/cpu-engine';
import { gptPreset, gptSizes } from '../../../src/model/presets';
import { createDecoder } from '../../../src/model/decode/decoder';
import { writeTokens } from '../../../src/model/decode/write-tokens';

/** Different characters of tiny Shakespeare. */
const vocabulary = 65;
const characters = 300;
const rounds = 9;
const goal = 50;

const model = gptPreset({ ...gptSizes.mini, vocabulary, dropout: 0, tied: true });
const decoder = createDecoder(model, createCpuEngine(model, 1).initialParameters(1))!;
const random = prng('bench of writing');
const choice = { temperature: 0.8, topK: 40, topP: 0.95 };

function write(): number {
  const beganMs = performance.now();
  const writing = writeTokens(decoder, [1, 2, 3], choice, () => random.float());
  for (let count = 0; count < characters; count++) writing.next();
  return (1000 * characters) / (performance.now() - beganMs);
}

write();
const rates = Array.from({ length: rounds }, write).sort((a, b) => a - b);
const ours = Math.round(rates[Math.floor(rounds / 2)]);
console.log(JSON.stringify({ name: 'write gpt:mini', ours, goal, unit: 'characters/s', runs: rounds }));
process.exitCode = ours >= goal ? 0 : 1;
