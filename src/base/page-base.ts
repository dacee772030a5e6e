// Where the app is: at the root of a name, or below a path of one (https://school.example/lockstep/). One build works at
// all of them: its scripts are in the folder assets/ of the app, and each knows its own address. For pages only.
import { serverAddress, subPathOf } from './server-address';

/** A constant of its own: Vite takes `new URL('…', import.meta.url)` for a file. */
const script = import.meta.url;

/** The address of the app, without a slash at its end. A page that is not built is at the root. */
export const pageBase = (): string =>
  import.meta.env.PROD ? serverAddress(new URL('..', script)) : location.origin;

/** '/lockstep'; '' at the root of a name. */
export const basePath = (): string => (import.meta.env.PROD ? subPathOf(pageBase()) : '');

/** The path of the page within the app, as its routes have it. */
export const pathInApp = (): string => location.pathname.slice(basePath().length) || '/';
