// Each state has a sentence that is true for it, and names what to allow by browser and by system.
import { expect, test } from 'vitest';
import { localNetworkWords } from './local-network-words';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const like = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const agents = {
  chrome: `${windows} ${like} Chrome/156.0.0.0 Safari/537.36`,
  chromeOnMac: `${mac} ${like} Chrome/156.0.0.0 Safari/537.36`,
  edge: `${windows} ${like} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`,
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0',
  safari: `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
} as const;

test('what was allowed needs nothing more, but on macOS, where the system decides too', () => {
  expect(localNetworkWords('granted', agents.chrome)).toEqual({
    detail: 'This browser lets this page reach devices on the local network.',
    next: undefined,
  });
  expect(localNetworkWords('granted', agents.chromeOnMac).next).toMatch(/^On macOS the system decides too/);
});

test('a refusal names where to allow it, by browser and by system', () => {
  expect(localNetworkWords('denied', agents.chrome).next).toMatch(/^In Chrome: .*“Local network” to “Allow”/);
  expect(localNetworkWords('denied', agents.edge).next).toMatch(/^In Edge: /);
  expect(localNetworkWords('denied', agents.firefox).next).toMatch(/^In Firefox: .*remove the block/);
  expect(localNetworkWords('denied', 'something else').next).toMatch(
    /^Allow the local network for this page/,
  );
  expect(localNetworkWords('denied', agents.chromeOnMac).next).toMatch(
    /^In Chrome: .*System Settings → Privacy & Security → Local Network/,
  );
});

test('before the question nothing is claimed, nor where the browser does not tell', () => {
  expect(localNetworkWords('prompt', agents.chrome).next).toMatch(/^If Chrome asks whether this page may/);
  expect(localNetworkWords('unknown', agents.firefox)).toEqual({
    detail: 'This browser does not say whether this page may reach devices on the local network.',
    next: 'If Firefox asks whether this page may reach devices on the local network, allow it: links can then be direct.',
  });
  expect(localNetworkWords('unknown', agents.safari).next).toMatch(
    /^If Safari asks .*Local Network, this browser/,
  );
  expect(localNetworkWords('unknown', 'something else').next).toMatch(/^If this browser asks/);
});
