// Two-word nicknames, so that nobody has to invent a name or give a real one.
import { prng } from './prng';

const adjectives = (
  'Able Amber Bold Brave Bright Brisk Calm Clever Cosy Deft Eager Fair Gentle Glad Golden Grand ' +
  'Happy Hardy Jolly Keen Kind Lively Lucky Mellow Merry Mild Neat Nimble Noble Patient Polite Proud Quick Quiet ' +
  'Ready Rosy Sharp Silver Sleek Smart Snug Steady Sunny Swift Tidy Tranquil Vivid Warm Wise Witty'
).split(' ');
const animals = (
  'Badger Beaver Bison Bunting Crane Curlew Deer Dolphin Dormouse Eagle Falcon Ferret Finch Fox Gecko ' +
  'Goose Hare Hawk Hedgehog Heron Ibex Jackdaw Kestrel Kite Koala Lark Lemur Lynx Magpie Marten Mole Newt Orca ' +
  'Otter Owl Panda Petrel Plover Puffin Quail Rabbit Raven Robin Salmon Seal Sparrow Stoat Swan Tern Toad Turtle ' +
  'Vole Walrus Weasel Whale Wren'
).split(' ');

/** The name of a member whose own name is hidden; it follows from its id. */
export function hiddenName(member: string): string {
  return nickname(parseInt(member.slice(0, 8), 16));
}

/** The same, with the number that this member may have put behind its two words. Of what else it says nothing is left. */
export function hiddenAs(member: string, said: string): string {
  const words = hiddenName(member);
  return said.startsWith(words) && /^ ([2-9]|[1-9]\d)$/.test(said.slice(words.length)) ? said : words;
}

/** The same seed gives the same name. */
export function nickname(seed: number): string {
  const random = prng('nickname', seed);
  return `${adjectives[random.below(adjectives.length)]} ${animals[random.below(animals.length)]}`;
}
