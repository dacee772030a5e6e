// The address that the page shows to others.

import { subPathOf } from '../../base/server-address';

/** The server's word, unless a proxy keeps from the server that the page came by HTTPS, or from below a path: then the page
 *  knows better. Addresses without a slash at their end. */
export function shownUrl(publicUrl: string, pageBase: string): string {
  const isHttpsHidden = pageBase.startsWith('https:') && publicUrl.startsWith('http:');
  const isPathHidden = subPathOf(pageBase) !== '' && subPathOf(publicUrl) === '';
  return isHttpsHidden || isPathHidden ? pageBase : publicUrl;
}
