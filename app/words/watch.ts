// The sentences of devices that only watch, and of walls.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/watch.po'));
