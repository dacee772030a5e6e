import { expect, test } from 'vitest';
import { ticketFromHash } from './use-link-check';

test('the link of a check is read with what others put behind it, and a foreign fragment is none', () => {
  const key = 'abcDEF_-12345678901234';
  for (const end of ['', '_', '*', '~', ')', '.', '?fbclid=1', '%20', '\u200b'])
    expect(ticketFromHash(`#K7QM4PTX9.${key}${end}`), end).toEqual({ code: 'K7QM4PTX9', key });
  for (const odd of ['', '#', '#K7QM4PTX9', '#K7QM4PTX9.', '#K7QM4PTX9.short', `#k.${key}`, `#${key}`])
    expect(ticketFromHash(odd), odd).toBeUndefined();
});
