// The sentences of the picture of a sum, which several screens draw.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/sum.po'));
