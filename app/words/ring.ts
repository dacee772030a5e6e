// The sentences of what a ring shows at first. The build gives this module to every file that says one of them, so
// a page asks for this catalogue with the first such part that it loads.
import { catalogue } from './catalogue';

export const i18n = catalogue(import.meta.glob('./*/ring.po'));
