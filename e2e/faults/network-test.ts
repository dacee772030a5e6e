// Tests on networks of their own. Ask for `begin` before `tabs`, so that a failure is described while its browsers
// live.
import { test as base } from '../fixtures';
import { OwnNetwork } from './own-network';

export const test = base.extend<{ begin: typeof OwnNetwork.begin }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameters' names
  begin: async ({}, use) => {
    const begun: OwnNetwork[] = [];
    await use(async (...given) => {
      const network = await OwnNetwork.begin(...given);
      begun.push(network);
      return network;
    });
    for (const network of begun) await network.end();
  },
});
