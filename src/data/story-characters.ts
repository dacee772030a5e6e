// The characters of stories. A file of its own: the presets name their number on a page that makes no story.

/** Every character that a story may hold, in the order of code points, so that the vocabulary does not depend on the seed. */
export const storyCharacters = '\n "+,.0123456789:=abcdefghijklmnopqrstuvwxyz';

export const storyVocabulary = storyCharacters.length;
