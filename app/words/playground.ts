// The sentences of the playground.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/playground.po'));
