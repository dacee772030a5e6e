// The sentences of the camera.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/camera.po'));
