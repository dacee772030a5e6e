// The sentences of the network calculator.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/calculator.po'));
