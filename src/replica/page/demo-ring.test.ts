import { expect, test } from 'vitest';
import { hostKeysFromToken } from '../../net/room/signed-command';
import { demoHostKeys } from './demo-ring';

test('the keys of a demo ring are a pair', () => {
  expect(hostKeysFromToken(demoHostKeys.hostToken)).toEqual(demoHostKeys);
});
