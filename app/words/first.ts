// The sentences of Home and Join, and of what every screen has. The English ones come with the page: nobody waits for them,
// and they are there where no others can be fetched.
import { catalogue } from './catalogue';
import { messages } from './en/first.po';

export const i18n = catalogue(import.meta.glob(['./*/first.po', '!./en/first.po']), messages);
