// The text of: sample.
import { area } from './language';

export const sampleText = area('sample', {
  // sample-panel
  whatLearned: 'What it has learned',
  modelsViewFew: 'The model’s view of a few examples.',
  firstLookComes: 'The first look at it comes in a few seconds.',
  handwritten: (label: number) => `A handwritten ${label}`,
  heldOutExamples: (right: string, count: string) => `${right} of ${count} held-out examples read right.`,
  lineBetweenTwo: (right: string, count: string) =>
    `The line between the two classes: ${right} of ${count} points lie on their own side.`,
  promptNotRead: 'A prompt it has not read, and how the model goes on, one token at a time.',
  example: 'Example',
  isWord: 'Is',
  read: 'Read as',
  sure: 'Sure',
  prompt: 'Prompt',
  continuation: 'Continuation',
  point: 'Point',
  classWord: 'Class',
  side: 'Side',

  // text-sample
  writtenModel: 'Written by the model',
  fromHeldOut: 'from the held-out text',
  temperature: 'Temperature',
  write: 'Write',
});
