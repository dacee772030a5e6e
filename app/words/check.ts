// The sentences of the page that checks a device before a class.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/check.po'));
