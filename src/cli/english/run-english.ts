// Why a run cannot be, in English: one message in the format of ICU for each code.
import type { RunSayings } from '../../base/run-sayings';

export const runEnglish = {
  'setting-least': '{setting} is {given}, and at least {least} is possible',
  'setting-most': '{setting} is {given}, and at most {most} is possible',
  'setting-unusable': '{setting} has a value that is not possible',
  'too-many-parameters': 'the model has {count} parameters, more than {most}',
  'more-fragments-than-parameters':
    'the model has {count, plural, one {{count} parameter} other {{count} parameters}}, and so not {fragments} fragments',
  'too-many-terms':
    '{innerSteps, plural, =1 {} other {{innerSteps} inner steps of }}{batch, plural, one {{batch} example} other {{batch} examples}} of {positions, plural, one {{positions} position} other {{positions} positions}} are more than {most} loss terms',
  'too-large-batch':
    '{innerSteps, plural, =1 {} other {{innerSteps} inner steps of }}a batch of {batch, plural, one {{batch} example} other {{batch} examples}} of {positions, plural, one {{positions} position} other {{positions} positions}} {innerSteps, plural, =1 {is} other {are}} more than {most} loss terms',
  'text-for-numbers': 'the data is text, the model takes numbers',
  'numbers-for-text': 'the model takes text',
  'other-inputs': 'the data has {data, plural, one {{data} input} other {{data} inputs}}, the model {model}',
  'other-labels':
    'the data has {data, plural, one {{data} label} other {{data} labels}} an example, the model {model}',
  'fewer-classes': 'the data has {data} classes, the model {model}',
  'own-text-by-characters':
    'texts of each member need byte pairs: characters would be numbered differently on every device',
  'own-table':
    'a table of each member would be scaled by its own numbers, so its columns would not mean the same',
  'power-sgd-of-fragments':
    'power-sgd factors whole tensors, and Streaming DiLoCo sums fragments: choose another codec',
  'unequal-micro-batches':
    '{batch, plural, one {{batch} example is} other {{batch} examples are}} not a whole number of micro-batches of {micro}',
  'none-to-train':
    'of {examples, plural, one {{examples} example} other {{examples} examples}} {heldOut, plural, one {{heldOut} is} other {{heldOut} are}} held out: some must remain for training',
  'unequal-fragments':
    '{innerSteps, plural, one {{innerSteps} inner step of a round is} other {{innerSteps} inner steps of a round are}} not a whole number for each of {fragments} fragments',
  'late-fragment':
    'the delay is {delay}, and at most {most, plural, one {the one inner step} other {the {most} inner steps}} between two sums',
  'other-windows':
    '{tokens, plural, one {{tokens} token does} other {{tokens} tokens do}} not make {windows, plural, one {{windows} window} other {{windows} windows}} of {context}',
  'as-many-tokens': '{characters} characters, at most {different} of them different, are as many tokens',
  'other-byte-pairs':
    'the byte pairs make {made, plural, one {{made} token} other {{made} tokens}}, and the run says {said}',
  'other-characters':
    'the characters make {made, plural, one {{made} token} other {{made} tokens}}, and the run says {said}',
} satisfies Readonly<Record<keyof RunSayings, string>>;
