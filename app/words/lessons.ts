// The sentences of the lessons.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/lessons.po'));
