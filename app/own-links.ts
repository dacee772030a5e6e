// The document refers to its icon, manifest and style sheet by relative addresses, which would follow the page's address when
// that changes. Here they become whole, once, while the address is the one that the document came from. A style sheet's link
// stays: changed, it would be fetched again. A later part asks by the whole address for styles that are there, so a disabled
// link, which is not fetched, has it.

for (const link of document.head.querySelectorAll('link')) {
  const { href, rel } = link;
  const whole =
    rel === 'stylesheet' ? Object.assign(link.cloneNode() as HTMLLinkElement, { disabled: true }) : link;
  whole.href = href;
  if (whole !== link) link.after(whole);
}
