// The name of a browser, as others in a room see it.

/** `userAgent`: 'Firefox 142'; 'a browser' where it says nothing known. */
export function browserName(userAgent: string): string {
  const match = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(userAgent);
  if (!match) return 'a browser';
  const name =
    { Firefox: 'Firefox', Edg: 'Edge', Chrome: 'Chromium', Version: 'Safari' }[match[1]] ?? match[1];
  return `${name} ${match[2]}`;
}
