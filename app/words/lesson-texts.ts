// The texts of the eight lessons: their stories, questions, explanations, and what teachers read.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/lesson-texts.po'));
