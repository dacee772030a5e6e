// The sentences of camera and microphone.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/senses.po'));
