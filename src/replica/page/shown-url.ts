// The address that the page shows to others.

/** The server's word. Where a proxy keeps from the server that the page came by HTTPS, the page knows better. */
export function shownUrl(publicUrl: string, pageOrigin: string): string {
  const isHidden = pageOrigin.startsWith('https:') && publicUrl.startsWith('http:');
  return isHidden ? pageOrigin : publicUrl;
}
