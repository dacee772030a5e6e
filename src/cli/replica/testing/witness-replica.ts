// `npm run replica`, which also answers what arrived at it: for a line of hashes on its input it prints how many of
// these frames it has seen (seen-frames.ts).
import { createInterface } from 'node:readline';
import { noteSeenFrames } from './seen-frames';

const seen = noteSeenFrames();
createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = line.split(' ').filter((hash) => hash !== '');
  console.log(`seen: ${asked.filter((hash) => seen.has(hash)).length} of ${asked.length}`);
});
await import('../replica');
