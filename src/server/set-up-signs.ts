// What the headers of requests say about a wrong set-up, said once each in the log: forwarded headers that are not
// believed, a proxy that names no client, fewer proxies than TRUST_PROXY counts, WebSockets that do not pass, a PUBLIC_URL
// without TLS, a name that is not allowed. Each sentence says which setting mends it (R12e).
import type { IncomingMessage } from 'node:http';
import {
  forwardedFor,
  hostOf,
  isAllowedHost,
  isAllowedOrigin,
  isSecure,
  nameOf,
  peerOf,
  proxiesBefore,
  type OriginRules,
} from './origin';
import { isForRooms } from './rooms-path';

/** Different sentences that are said: anybody can send names, and the log shall not grow by them. */
const maxSaid = 20;

export class SetUpSigns {
  readonly #said = new Set<string>();

  constructor(
    private readonly rules: OriginRules,
    private readonly warn: (sentence: string) => void,
  ) {}

  look(request: IncomingMessage): void {
    const { headers } = request;
    const peer = peerOf(request);
    const proxies = proxiesBefore(request, this.rules);
    const named = forwardedFor(request).length;
    const isVisit = headers['sec-fetch-mode'] === 'navigate';
    if (named > 0 && proxies === 0)
      this.#say(
        'forwarded',
        `a request from ${peer} says for whom it was forwarded, which is not believed: all behind that address share ` +
          `one budget. If it is your proxy, set TRUST_PROXY=${peer}`,
      );
    if (named === 0 && proxies > 0 && isVisit)
      this.#say(
        'silent proxy',
        `the proxy at ${peer} does not say for whom it asks: all share one budget. Let it send X-Forwarded-For ` +
          '(nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)',
      );
    if (named > 0 && named < proxies && isVisit)
      this.#say(
        'fewer proxies',
        `TRUST_PROXY counts ${proxies} proxies, but a page was asked for through ${named}: then anybody can write an ` +
          `address of their own choice. If there are no more before this server, set TRUST_PROXY=${named}`,
      );
    if (isForRooms(request) && isBareWebSocket(request))
      this.#say(
        'no WebSockets',
        `a WebSocket from ${peer} came as a plain request, so tabs ask again and again instead, which is slower. If ` +
          'that is your proxy, let it pass WebSockets (nginx: proxy_http_version 1.1; proxy_set_header Upgrade ' +
          '$http_upgrade; proxy_set_header Connection $connection_upgrade, with the map of deploy/nginx.conf)',
      );
    const host = hostOf(request, this.rules);
    if (isVisit && isSecure(request, this.rules) && this.rules.allowed.includes(`http://${host}`))
      this.#say(
        'plain address',
        `people come by https://${host}, but PUBLIC_URL, which links and QR codes show, begins with http://: ` +
          'write https:// there',
      );
    const refusal = whyRefused(request, this.rules);
    if (refusal !== undefined) this.#say(refusal, refusal);
  }

  #say(key: string, sentence: string): void {
    if (this.#said.has(key) || this.#said.size >= maxSaid) return;
    this.#said.add(key);
    this.warn(sentence);
  }
}

/** Does the request ask for a WebSocket without the headers that make it one? */
function isBareWebSocket({ url = '', headers }: IncomingMessage): boolean {
  const isUpgrade = headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
  return !isUpgrade && /[?&]transport=websocket(&|$)/.test(url);
}

/** One sentence for the answer and the log; undefined: this server may be asked under that name. */
function whyNotHost(request: IncomingMessage, rules: OriginRules): string | undefined {
  if (isAllowedHost(request, rules)) return undefined;
  const host = hostOf(request, rules);
  const [name, setting] =
    host === undefined
      ? ['without a name', 'ALLOWED_HOSTS']
      : [`under the name ${nameOf(host)}`, `ALLOWED_HOSTS=${nameOf(host)}`];
  return (
    `A request came ${name}; this server is ${rules.hosts?.join(', ')}. If that is not its name, correct PUBLIC_URL. ` +
    `Else let the proxy pass the name on (nginx: proxy_set_header Host $http_host), or, for one name more, set ${setting}`
  );
}

/** The same about a page that asks for rooms. */
function whyNotOrigin(request: IncomingMessage, rules: OriginRules): string | undefined {
  if (isAllowedOrigin(request, rules)) return undefined;
  const { origin = '' } = request.headers;
  const shown = /^https?:\/\/[A-Za-z0-9.\-_[\]:]{1,255}$/.test(origin) ? origin : 'another origin';
  return (
    `A page of ${shown} asked ${hostOf(request, rules) ?? 'this server'} for rooms, and was refused. If it is this ` +
    `server's own page, let the proxy pass its name on (nginx: proxy_set_header Host $http_host), or set PUBLIC_URL=${shown}`
  );
}

/** What is wrong with the names of a request; rooms are more careful than pages. */
export function whyRefused(request: IncomingMessage, rules: OriginRules): string | undefined {
  return whyNotHost(request, rules) ?? (isForRooms(request) ? whyNotOrigin(request, rules) : undefined);
}
