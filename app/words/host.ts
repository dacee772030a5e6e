// The sentences of the host’s console and of the choice of data.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/host.po'));
