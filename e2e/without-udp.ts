// A browser in a network that blocks UDP: it has no WebRTC without a proxy, and there is none.
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';

export function launchWithoutUdp({ args = [], ...options }: LaunchOptions): Promise<Browser> {
  return chromium.launch({
    ...options,
    args: [...args, '--webrtc-ip-handling-policy=disable_non_proxied_udp'],
  });
}
