// The texts of the lessons after the first: their stories, questions and explanations.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/lesson-texts.po'));
