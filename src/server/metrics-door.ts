// GET /metrics: numbers about the server, for Prometheus (R12h). They tell how many people are here, so only who has
// METRICS_TOKEN reads them; to all others, and without that setting, there is no such page.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface MetricsDoor {
  readonly token: string | undefined;
  /** The metrics in Prometheus's text format. */
  readonly read: () => Promise<string>;
}

export async function sendMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { token, read }: MetricsDoor,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  const mayRead = token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`);
  const [status, type, body] = mayRead
    ? ([200, 'text/plain; version=0.0.4; charset=utf-8', await read()] as const)
    : ([404, 'text/plain; charset=utf-8', 'not found'] as const);
  response.writeHead(status, { 'Content-Type': type }).end(body);
}

/** Takes the same time whatever differs. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a, b);
}
