// What a replica says, by code, and what went wrong in a room. The sayings about files come with the first one that is shown.
import type { I18n } from '@lingui/core';
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/sayings.po', { query: '?by-context' }));

/** Each catalogue holds the sentences of other codes. */
export const sayings: I18n[] = [i18n];
