// The words for teachers of the lessons, each on a page of its own.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/teacher-texts.po'));
