// What a page of this server may load, call and be framed by, as headers of every answer (R11).
import { dataHosts } from '../base/data-hosts';

export interface PagePolicies {
  /** Origins whose pages may show this one in a frame. */
  readonly frameAncestors: readonly string[];
  /** Browsers shall come back by HTTPS only. Not with a self-signed certificate, whose warning nobody could pass then. */
  readonly isHttpsForGood: boolean;
}

interface Answered extends PagePolicies {
  readonly host: string | undefined;
  readonly isTls: boolean;
  readonly inlineScripts: readonly string[];
}

/** Camera and microphone for data of one's own, and the wake lock while a ring trains; nothing else asks. */
const permissions = [
  ...['camera', 'microphone', 'screen-wake-lock', 'fullscreen', 'clipboard-write'].map(
    (name) => `${name}=(self)`,
  ),
  ...['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'].map(
    (name) => `${name}=()`,
  ),
].join(', ');
const halfYearSeconds = 15_552_000;

export function securityHeaders(answered: Answered): readonly (readonly [string, string])[] {
  const { host, isTls, inlineScripts, frameAncestors, isHttpsForGood } = answered;
  // 'self' covers WebSockets in today's browsers; Safari before 15.4 needs the explicit origin.
  const sockets = host ? ` ${isTls ? 'wss' : 'ws'}://${host}` : '';
  const policy = [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScripts].join(' '),
    "worker-src 'self' blob:",
    `connect-src 'self' data: blob:${sockets} ${dataHosts.join(' ')}`,
    "img-src 'self' data: blob:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.length > 0 ? ["'self'", ...frameAncestors].join(' ') : "'none'"}`,
  ].join('; ');
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'], // R11
    ['Permissions-Policy', permissions],
    ...(isTls && isHttpsForGood
      ? [['Strict-Transport-Security', `max-age=${halfYearSeconds}`] as const]
      : []),
  ];
}
