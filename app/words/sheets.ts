// The sentences of the sheets, which are one page to print each.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/sheets.po'));
