// Why a saved run, or a GPT of others, cannot be used, and why the playground has no answer. A table of its own, as
// file-sayings.ts is.
import { groupDigits } from './group-digits';
import { sayFrom } from './say-from';

export const savedSayings = {
  // saved runs
  'nothing-to-save': () => 'this replica holds no trained parameters yet' as string,
  'run-unreadable': (detail: string) => `the file cannot be read any more: ${detail}`,
  'run-too-large': (bytes: number, most: number) =>
    `the file has ${groupDigits(bytes)} bytes; at most ${groupDigits(most)} are read`,
  'run-without-memory': (detail: string) => `this device has no memory for the run: ${detail}`,
  /** The message in English says what is wrong with which tensor. */
  'run-damaged': () => 'the file is damaged' as string,
  /** The message in English says why. */
  'no-safetensors': () => 'this is not a safetensors file' as string,
  'no-run-of-lockstep': () =>
    'the file holds tensors, but no run of Lockstep; if it is a GPT-2, give its config.json and tokenizer.json with it' as string,
  'run-of-other-version': (version: string) => `the file is of another version of Lockstep (${version})`,
  'numbers-not-read': (tensor: string, dtype: string, read: string) =>
    `“${tensor}” holds ${dtype} numbers; only ${read} are read`,

  // a GPT of others
  'no-weights': (name: string) => `the files lack ${name}, the weights of the model`,
  'two-weights': (one: string, other: string) =>
    `of “${one}” and “${other}”, one is the weights: give it alone`,
  'shards-missing': (one: string) =>
    `“${one}” is one of several files of weights, and some are missing: give all of them`,
  'no-shape': (name: string) => `the files lack ${name}, the shape of the model: give it with the weights`,
  'no-vocabulary': (name: string) => `the files lack ${name}, its vocabulary: give it with the weights`,
  'file-twice': (name: string) => `there is more than one ${name}: give the files of one model`,
  'no-json': (name: string) => `${name} is not JSON`,
  /** The message in English says where. */
  'json-of-other-form': (name: string) => `${name} has another form than expected`,
  /** The message in English says why. */
  'model-misfit': () => 'the model does not fit' as string,
  'model-of-other-type': (type: string) => `the model does not fit: it is a “${type}”, not a “gpt2”`,
  'model-of-many-tokens': (given: number, most: number) =>
    `the model does not fit: it has ${groupDigits(given)} tokens; at most ${groupDigits(most)} fit`,
  'model-of-many-positions': (given: number, most: number) =>
    `the model does not fit: it has ${groupDigits(given)} positions; at most ${groupDigits(most)} fit`,
  'model-of-many-layers': (given: number, most: number) =>
    `the model does not fit: it has ${groupDigits(given)} layers; at most ${groupDigits(most)} fit`,
  'model-of-many-channels': (given: number, most: number) =>
    `the model does not fit: it has ${groupDigits(given)} channels; at most ${groupDigits(most)} fit`,
  /** The message in English says why. */
  'tokenizer-misfit': () => 'the tokenizer does not fit' as string,
  /** The message in English says why. */
  'settings-misfit': () => 'the run is not possible with this text and these settings' as string,

  // the playground
  'no-filters': () => 'the first layer of this model has no filters on an image' as string,
  'reads-no-text': () => 'this model does not read text' as string,
  'knows-no-character': () => 'the model knows no character of this text' as string,
  'writes-no-text': () => 'this model does not write text' as string,
  'no-examples-here': () => 'the examples of this run are not here' as string,
  'copy-misfit': () => 'the copy of the model does not fit its own description' as string,
  'no-model-yet': () => 'no model has come yet' as string,
  'model-of-other-data': () => 'the model in this file takes other data than the model of now' as string,
  'playground-not-loaded': () => 'the playground could not be loaded' as string,
  'playground-closed': () => 'the playground was closed' as string,
  'playground-silent': (seconds: number) => `the playground gave no sign for ${seconds} seconds`,
};

export const sayOfSaved = sayFrom(savedSayings);
