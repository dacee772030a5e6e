// Sets on every response of the room server what makes its pages cross-origin isolated.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isolationHeaders } from './isolation-headers.mjs';
import { hostOf, isLoopbackHost, isSecure, type OriginRules } from './origin';

export function setIsolationHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  rules: OriginRules,
): void {
  const host = hostOf(request, rules);
  // On an insecure origin no page is isolated, and browsers print a warning about the opener policy in the console.
  const canBeIsolated = isSecure(request, rules) || (host !== undefined && isLoopbackHost(host));
  for (const [name, value] of Object.entries(isolationHeaders))
    if (canBeIsolated || name !== 'Cross-Origin-Opener-Policy') response.setHeader(name, value);
}
