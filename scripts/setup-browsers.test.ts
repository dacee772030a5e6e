import { expect, test } from 'vitest';
import { family, installCommand } from './setup-browsers.mjs';

const releases = {
  debian: 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n',
  ubuntu: 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n',
  mint: 'ID=linuxmint\nID_LIKE="ubuntu debian"\n',
  fedora: 'ID=fedora\nVERSION_ID=42\n',
  rocky: 'ID="rocky"\nID_LIKE="rhel centos fedora"\n',
  tumbleweed: 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n',
  unknown: 'ID=nixos\n',
};

test('the family of a distribution comes from ID, else from ID_LIKE', () => {
  expect(family(releases.debian)).toBe('debian');
  expect(family(releases.ubuntu)).toBe('ubuntu');
  expect(family(releases.mint)).toBe('ubuntu');
  expect(family(releases.fedora)).toBe('fedora');
  expect(family(releases.rocky)).toBe('fedora');
  expect(family(releases.tumbleweed)).toBe('suse');
  expect(family(releases.unknown)).toBeUndefined();
});

test('the command names only what is missing', () => {
  expect(installCommand(releases.debian, ['chromium', 'firefox', 'vulkan'])).toBe(
    'apt-get update && apt-get install -y --no-install-recommends chromium firefox-esr mesa-vulkan-drivers',
  );
  expect(installCommand(releases.fedora, ['firefox'])).toBe('dnf install -y firefox');
  expect(installCommand(releases.unknown, ['chromium'])).toBeUndefined();
});
