// The sentences of what comes late below the button Join. They are few: a person waits to press it.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/entry.po'));
