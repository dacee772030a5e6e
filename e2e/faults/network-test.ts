// Tests on networks of their own. Ask for `begin` before `tabs`, so that a failure is described while its browsers
// live.
import { test as base } from '../fixtures';
import { NamespaceNetwork } from './namespace-network';

export const test = base.extend<{ begin: typeof NamespaceNetwork.begin }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameters' names
  begin: async ({}, use) => {
    const begun: NamespaceNetwork[] = [];
    await use(async (...given) => {
      const network = await NamespaceNetwork.begin(...given);
      begun.push(network);
      return network;
    });
    for (const network of begun) await network.end();
  },
});
