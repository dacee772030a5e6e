// Stories from a small grammar, so that a language model can be trained without any file. There are counting stories
// whose last sentence follows from the first two, animals with their own sounds, and sums. Sentence i of a seed is a
// pure function of (seed, i), equal on every engine.
import { prng, type Prng } from '../base/prng';
import type { Dataset } from './dataset';
import { storyCharacters } from './story-characters';
import { textDataset } from './text-windows';
import type { Vocabulary } from './vocabulary';
import { tokenCount } from './window-count';

const girls = ['ann', 'mia', 'eve', 'lucy', 'nora'];
const boys = ['tom', 'ben', 'max', 'paul', 'hugo'];
const things = ['pears', 'stones', 'shells', 'coins', 'books', 'plums'];
const animals = [
  ['cat', 'meow'],
  ['dog', 'woof'],
  ['cow', 'moo'],
  ['duck', 'quack'],
  ['frog', 'croak'],
  ['bee', 'buzz'],
] as const;
const places = ['on the hill', 'by the river', 'in the barn', 'under the tree', 'at the gate'];
const moods = ['happy', 'sleepy', 'hungry', 'brave', 'quiet'];

const vocabulary: Vocabulary = { kind: 'characters', characters: Array.from(storyCharacters) };
const tokenOf = new Map(vocabulary.characters.map((character, token) => [character, token]));

/** `examples` windows of `context` characters. */
export function storyDataset(examples: number, context: number, seed: number): Dataset {
  const tokens = new Uint8Array(tokenCount(examples, context));
  for (let at = 0, i = 0; at < tokens.length; i++)
    for (const character of story(prng('stories', seed, i))) tokens[at++] = tokenOf.get(character)!;
  return textDataset({ vocabulary, tokens }, context, 'stories');
}

function story(random: Prng): string {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  const form = random.below(4);
  if (form === 0) {
    const a = random.below(10);
    const b = random.below(10);
    return `${a} + ${b} = ${a + b}.\n`;
  }
  if (form === 1) {
    const [animal, sound] = pick(animals);
    return `the ${pick(moods)} ${animal} sat ${pick(places)} and said: "${sound}, ${sound}."\n`;
  }
  const isGirl = random.below(2) === 0;
  const name = pick(isGirl ? girls : boys);
  const giver = pick(isGirl ? boys : girls);
  const thing = pick(things);
  const has = 2 + random.below(4);
  const gets = 2 + random.below(3);
  const pronoun = isGirl ? 'her' : 'him';
  return `${name} has ${has} ${thing}. ${giver} gives ${pronoun} ${gets} more. now ${name} has ${has + gets} ${thing}.\n`;
}
