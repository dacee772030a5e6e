// The sentences about the settings of a run: the problems of its form.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/form.po'));
