// The document refers to its icon, manifest and style sheet by relative addresses, which would follow the page's address when
// that changes. Here they become whole, once, while the address is the one that the document came from.

for (const link of document.head.querySelectorAll('link')) {
  if (link.rel === 'stylesheet') beside(link);
  else if (/^(icon|manifest)$/.test(link.rel)) link.setAttribute('href', link.href);
}

/** A later part asks, by the whole address, for the styles that are there already, and would fetch them again, behind its own.
 *  A disabled link answers, and is not fetched itself. */
function beside(link: HTMLLinkElement): void {
  const twin = link.cloneNode() as HTMLLinkElement;
  twin.disabled = true;
  twin.setAttribute('href', link.href);
  link.after(twin);
}
