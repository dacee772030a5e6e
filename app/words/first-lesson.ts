// The texts of the first lesson.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/first-lesson.po'));
