// The findings of /check: the measurement, or the failure and the one next step. Pure. A finding is good only when the
// thing itself was seen to work.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../src/base/said-error';
import type { Saying } from '../../src/base/sayings';
import { formatSentence, formatMs, formatRate } from '../bridge/words/format';
import { isLoopback } from '../../src/replica/room-link';
import type { DeviceReport } from '../../src/replica/protocol';
import type { Checked, LinkCheckState, MeasuredLink } from '../../src/replica/page/link-check';
import type { EngineCheck } from '../../src/replica/page/engine-check';
import { adviceWords } from '../bridge/words/advice-words';
import { noServerWords } from '../bridge/words/first-trouble';
import { engineWords } from '../bridge/words/engine-words';
import { problemWords } from '../bridge/words/problem-words';
import { sayingWords } from '../bridge/words/saying-words';
import { troubleWords } from '../bridge/words/trouble';
import { localNetworkWords, type LocalNetwork } from '../bridge/words/local-network-words';

type Grade = 'good' | 'warn' | 'bad' | 'unknown';

export interface Finding {
  readonly name: string;
  readonly grade: Grade;
  readonly detail: string;
  /** The text of an error that has no translation. */
  readonly technical?: string | undefined;
  /** The next step. */
  readonly next?: string | undefined;
}

/** A finding of this grade. */
const of =
  (grade: Grade) =>
  (name: string, detail: string, next?: string): Finding => ({ name, grade, detail, next });
const [good, warn, bad, unknown] = [of('good'), of('warn'), of('bad'), of('unknown')];

export function addressFinding(isSecure: boolean): Finding {
  const name = t`This address`;
  return isSecure
    ? good(name, t`Browsers let this device use WebGPU at this address.`)
    : bad(
        name,
        t`Browsers give this device no GPU at this address: it is plain HTTP. It can train on its CPU.`,
        t`Start the server with: npm start -- --https`,
      );
}

/** Whether another device can open this address. */
export function isReachable(publicUrl: string): boolean {
  return URL.canParse(publicUrl) && !isLoopback(publicUrl);
}

/** Plain HTTP lets only the machine itself count as secure. */
export function othersFinding(publicUrl: string | 'asking' | 'unreachable'): Finding {
  const name = t`Address for others`;
  if (publicUrl === 'asking') return unknown(name, t`Waiting for the room server …`);
  if (publicUrl === 'unreachable' || !URL.canParse(publicUrl))
    return bad(
      name,
      t`The room server did not say under which address others reach it.`,
      t`Start the server, then check again.`,
    );
  if (!isReachable(publicUrl))
    return warn(
      name,
      t`Only this machine reaches the server, at ${publicUrl}.`,
      t`Connect this machine to a network, and start the server without HOST=127.0.0.1.`,
    );
  if (new URL(publicUrl).protocol === 'http:')
    return warn(
      name,
      t`Others open ${publicUrl}. It is plain HTTP: their browsers give them no GPU, so they train on their CPUs.`,
      t`Start the server with: npm start -- --https`,
    );
  return good(name, t`Others open ${publicUrl}. It is HTTPS: their browsers may give them their GPUs.`);
}

export function gpuFinding(report: DeviceReport | 'probing' | 'unknown'): Finding {
  const name = t`Graphics card`;
  if (report === 'probing') return unknown(name, t`Waiting for an adapter …`);
  if (report === 'unknown') return bad(name, troubleWords('engine-missing').what);
  const advice = adviceWords(report);
  switch (report.webgpu) {
    case 'ready':
      return good(name, withExtras(report.adapter, report));
    case 'software':
      return warn(name, withExtras(advice ?? troubleWords('software-adapter').what, report));
    case 'no-https':
    case 'no-webgpu':
    case 'no-adapter':
      return bad(name, advice ?? troubleWords(report.webgpu).what);
    default:
      return report.webgpu satisfies never;
  }
}

function withExtras(words: string, { f16, subgroups }: DeviceReport): string {
  return `${formatSentence(words)} ${extras(f16, subgroups)}`;
}

function extras(f16: boolean, subgroups: boolean): string {
  if (f16 && subgroups) return t`It has half-precision numbers and subgroups.`;
  if (f16) return t`It has half-precision numbers.`;
  if (subgroups) return t`It has subgroups.`;
  return t`Neither half precision nor subgroups: slower, not different.`;
}

/** The engine that would train the digits' model here. */
export function engineFinding(check: EngineCheck | 'measuring' | 'not loaded'): Finding {
  const name = t`Engine`;
  if (check === 'measuring') return unknown(name, t`Timing the engines of this device …`);
  if (check === 'not loaded') return unknown(name, formatSentence(t`part of the page did not load`));
  if (!check.ok) {
    const { words, technical } = problemWords(saidOf(check.error));
    const next = t`Update the browser and the graphics driver, then check again.`;
    return { ...bad(name, t`None works: ${{ message: words }}.`, next), technical };
  }
  const isWrong = check.value.trials.some((trial) => trial.isWrong);
  return (isWrong ? warn : good)(name, t`${{ engine: engineWords(check.value) }} Its answers are right.`);
}

export function serverFinding({ server }: LinkCheckState): Finding {
  const name = t`Room server`;
  if (server.state === 'absent') return bad(name, noServerWords());
  return checkedFinding(
    name,
    server,
    ({ tookMs }) =>
      t`It opened a private room for this check and let two members in, in ${{ tookMs: formatMs(tookMs) }}.`,
    {
      grade: 'bad',
      detail: (why) => t`It failed: ${why}.`,
      next: t`See that the server runs and that this device is online, then check again.`,
    },
  );
}

export function linkFindings({ direct, relayed }: LinkCheckState): Finding[] {
  const detail = (why: string): string => t`None opened: ${why}.`;
  return [
    checkedFinding(
      t`Direct link`,
      direct,
      (link) => t`A data channel from this device to itself opened in ${{ link: measured(link) }}.`,
      {
        grade: relayed.state === 'failed' ? 'bad' : 'warn',
        detail,
        next: t`Turn WebRTC on in this browser; a firewall, a VPN or an extension may block it.`,
      },
    ),
    udpFinding(direct, relayed),
    checkedFinding(
      t`Relay`,
      relayed,
      (link) => t`A link through the room server and back opened in ${{ link: measured(link) }}.`,
      { grade: 'bad', detail, next: t`A proxy in between may cut the connection: try this page without it.` },
    ),
  ];
}

interface Failed {
  readonly grade: Grade;
  readonly detail: (why: string) => string;
  readonly next: string;
}

function checkedFinding<Done>(
  name: string,
  checked: Checked<Done>,
  done: (result: Done) => string,
  failed: Failed,
): Finding {
  switch (checked.state) {
    case 'waiting':
      return unknown(name, t`Waiting for ${{ what: awaited(checked) }} …`);
    case 'done':
      return good(name, done(checked));
    case 'failed':
      return { name, ...failed, detail: failed.detail(reason(checked)) };
    case 'untested':
      return unknown(name, t`Not tested: ${{ why: reason(checked) }}.`);
    default:
      return checked satisfies never;
  }
}

function udpFinding(direct: Checked<MeasuredLink>, relayed: Checked<MeasuredLink>): Finding {
  const name = 'UDP';
  if (direct.state === 'waiting') return unknown(name, t`Waiting for the direct link …`);
  if (direct.state === 'failed')
    return (relayed.state === 'failed' ? bad : warn)(
      name,
      relayed.state === 'done'
        ? t`No path opened over UDP. Links of this device go through the room server: slower, and they work.`
        : t`No path opened over UDP.`,
      t`Ask the network’s administrator to let devices exchange UDP, or use a hotspot.`,
    );
  if (direct.state === 'untested') return unknown(name, t`Not tested: there was no direct link to look at.`);
  const { pair } = direct;
  if (!pair) return warn(name, t`The direct link works; this browser does not say by which path.`);
  const path = t`${{ toUpperCase: pair.protocol.toUpperCase() }}, ${{ local: pair.local }} to ${{ remote: pair.remote }}`;
  if (pair.local === 'relay' || pair.remote === 'relay')
    return warn(name, t`The link goes through a TURN server (${path}).`);
  return pair.protocol === 'udp'
    ? good(name, t`The direct link really used it (${path}).`)
    : warn(name, t`The direct link went without it (${path}).`);
}

/** What the browser allows is not yet a link: that is the finding of two devices. */
export function localNetworkFinding(state: LocalNetwork | 'asking', userAgent: string): Finding {
  const name = t`Local network`;
  if (state === 'asking') return unknown(name, t`Asking this browser …`);
  const grade = { granted: 'good', prompt: 'unknown', denied: 'warn', unknown: 'unknown' } as const;
  return { name, grade: grade[state], ...localNetworkWords(state, userAgent) };
}

/** What is found of a second device, from the first. */
export function otherFinding({ other, invitation }: LinkCheckState, canCome: boolean): Finding {
  const name = t`Two devices`;
  const kept = t`Guest and school networks often keep devices apart, and one device alone cannot see that.`;
  if (!other) {
    if (!invitation) return unknown(name, t`Not tested. ${kept}`);
    return canCome
      ? unknown(
          name,
          t`Not tested. ${kept}`,
          t`Open this link on a second device, in the network that the class will use. The result appears here.`,
        )
      : unknown(name, t`Not tested. ${kept} No other device reaches this address.`);
  }
  const { name: browser, direct, relayed } = other;
  const isUntested = direct.state === 'untested' || relayed.state === 'untested';
  if (isUntested && direct.state !== 'done')
    return unknown(name, t`${browser} came, and was not tested: the room server went away.`);
  if (direct.state === 'waiting')
    return unknown(name, t`${browser} came. Waiting for ${{ what: awaited(direct) }} …`);
  if (direct.state === 'done')
    return good(
      name,
      t`A data channel to the other device (${browser}) opened in ${{ measured: measured(direct) }}.`,
    );
  if (relayed.state === 'waiting')
    return unknown(
      name,
      t`No direct link to ${browser}: ${{ why: reason(direct) }}. Waiting for ${{ what: awaited(relayed) }} …`,
    );
  if (relayed.state === 'done')
    return warn(
      name,
      t`No direct link to the other device (${browser}): ${{ why: reason(direct) }}. Through the room server one opened in ${{ measured: measured(relayed) }}.`,
      t`The class can train, more slowly. A hotspot, or a network without client isolation, is faster.`,
    );
  return bad(
    name,
    t`No link to the other device (${browser}): ${{ why: reason(direct) }}. Nor through the room server: ${{ relayed: reason(relayed) }}.`,
    t`Reload this page on both devices.`,
  );
}

/** What is found on the second device. */
export function answeringFinding({ server }: LinkCheckState): Finding {
  const name = t`First device`;
  if (server.state === 'absent') return bad(name, noServerWords());
  return checkedFinding(
    name,
    server,
    () => t`This device has entered its check and answers it. The result appears there.`,
    {
      grade: 'bad',
      detail: (why) => t`This device could not enter its check: ${why}.`,
      next: t`Keep the page open on the first device, and open the link that it shows now.`,
    },
  );
}

/** What it waits for, in the page's language. */
function awaited({ what }: { readonly what: Saying }): string {
  return sayingWords(what);
}

/** Why it failed or was not tested. */
function reason({ why }: { readonly why: Saying }): string {
  return sayingWords(why);
}

function measured({ openMs, roundTripMs, bytesPerSecond }: MeasuredLink): string {
  return t`${{ openMs: formatMs(openMs) }}: round trip ${{ roundTripMs: formatMs(roundTripMs) }}, ${{ bytesPerSecond: formatRate(bytesPerSecond) }}`;
}
