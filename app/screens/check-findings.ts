// The findings of /check: the measurement, or the failure and the one next step. Pure. A finding is good only when the
// thing itself was seen to work.
import type { DeviceReport } from '../../src/replica/protocol';
import type { Checked, LinkCheckState, MeasuredLink } from '../../src/replica/page/entrance';
import type { EngineCheck } from '../../src/replica/page/page';
import { engineWords } from '../bridge/words/engine-words';
import { formatMs, formatRate } from '../bridge/words/format';
import { troubleWords } from '../bridge/words/trouble';

export type Grade = 'good' | 'warn' | 'bad' | 'unknown';

export interface Finding {
  readonly name: string;
  readonly grade: Grade;
  readonly detail: string;
  /** The next step. */
  readonly next?: string;
}

const httpsNext = 'Start the server with: npm start -- --https';

export function addressFinding(isSecure: boolean): Finding {
  const name = 'This address';
  return isSecure
    ? { name, grade: 'good', detail: 'Browsers let this device use WebGPU at this address.' }
    : {
        name,
        grade: 'bad',
        detail:
          'Browsers give this device no GPU at this address: it is plain HTTP. It can train on its CPU.',
        next: httpsNext,
      };
}

/** Whether another device can open this address. */
export function isReachable(publicUrl: string): boolean {
  return URL.canParse(publicUrl) && !/^(localhost|127\..*|\[::1\])$/.test(new URL(publicUrl).hostname);
}

/** Over plain HTTP only the machine itself counts as secure. */
export function othersFinding(publicUrl: string | 'asking' | 'unreachable'): Finding {
  const name = 'Address for others';
  if (publicUrl === 'asking') return { name, grade: 'unknown', detail: 'Waiting for the room server …' };
  if (publicUrl === 'unreachable' || !URL.canParse(publicUrl))
    return { name, grade: 'bad', detail: 'The room server did not say under which address others reach it.', next: 'Start the server, then check again.' }; // prettier-ignore
  if (!isReachable(publicUrl))
    return { name, grade: 'warn', detail: `Only this machine reaches the server, at ${publicUrl}.`, next: 'Connect this machine to a network, and start the server without HOST=127.0.0.1.' }; // prettier-ignore
  if (new URL(publicUrl).protocol === 'http:')
    return { name, grade: 'warn', detail: `Others open ${publicUrl}. It is plain HTTP: their browsers give them no GPU, so they train on their CPUs.`, next: httpsNext }; // prettier-ignore
  return { name, grade: 'good', detail: `Others open ${publicUrl}. It is HTTPS: their browsers may give them their GPUs.` }; // prettier-ignore
}

export function gpuFindings(report: DeviceReport | 'probing' | 'unknown'): Finding[] {
  const name = 'Graphics card';
  if (report === 'probing') return [{ name, grade: 'unknown', detail: 'Waiting for an adapter …' }];
  if (report === 'unknown') return [{ name, grade: 'bad', detail: troubleWords('engine-missing').what }];
  switch (report.webgpu) {
    case 'ready':
      return [{ name, grade: 'good', detail: report.adapter }, extras(report)];
    case 'software':
      return [{ name, grade: 'warn', detail: report.advice ?? troubleWords('software-adapter').what }, extras(report)]; // prettier-ignore
    case 'no-https':
    case 'no-webgpu':
    case 'no-adapter':
      return [{ name, grade: 'bad', detail: report.advice ?? troubleWords(report.webgpu).what }];
    default:
      return report.webgpu satisfies never;
  }
}

function extras({ f16, subgroups }: DeviceReport): Finding {
  const found = [f16 ? 'half-precision numbers' : '', subgroups ? 'subgroups' : ''].filter(Boolean);
  return found.length > 0
    ? { name: 'Extras', grade: 'good', detail: `It has ${found.join(' and ')}.` }
    : {
        name: 'Extras',
        grade: 'warn',
        detail: 'Neither half precision nor subgroups: slower, not different.',
      };
}

/** The engine that would train the digits' model here. */
export function engineFinding(check: EngineCheck | 'measuring'): Finding {
  const name = 'Engine';
  if (check === 'measuring') return { name, grade: 'unknown', detail: 'Timing the engines of this device …' };
  if (!check.ok)
    return { name, grade: 'bad', detail: `None works: ${check.error.message}.`, next: 'Update the browser and the graphics driver, then check again.' }; // prettier-ignore
  const isWrong = check.value.trials.some((trial) => trial.isWrong);
  return {
    name,
    grade: isWrong ? 'warn' : 'good',
    detail: `${engineWords(check.value)} Its answers are right.`,
  };
}

export function serverFinding(server: LinkCheckState['server']): Finding {
  const name = 'Room server';
  switch (server.state) {
    case 'waiting':
      return { name, grade: 'unknown', detail: `Waiting for ${server.what} …` };
    case 'done':
      return { name, grade: 'good', detail: `It opened a private room for this check and let two members in, in ${formatMs(server.tookMs)}.` }; // prettier-ignore
    case 'failed':
      return { name, grade: 'bad', detail: `It failed: ${server.why}.`, next: 'See that the server runs and that this device is online, then check again.' }; // prettier-ignore
    default:
      return server satisfies never;
  }
}

export function linkFindings({ direct, relayed }: LinkCheckState): Finding[] {
  return [
    linkFinding('Direct link', direct, 'A data channel from this device to itself opened', {
      grade: relayed.state === 'failed' ? 'bad' : 'warn',
      next: 'Turn WebRTC on in this browser; a firewall, a VPN or an extension may block it.',
    }),
    udpFinding(direct, relayed),
    linkFinding('Relay', relayed, 'A link through the room server and back opened', {
      grade: 'bad',
      next: 'A proxy in between may cut the connection: try this page without it.',
    }),
  ];
}

function linkFinding(
  name: string,
  link: Checked<MeasuredLink>,
  opened: string,
  failed: Pick<Finding, 'grade'> & { readonly next: string },
): Finding {
  switch (link.state) {
    case 'waiting':
      return { name, grade: 'unknown', detail: `Waiting for ${link.what} …` };
    case 'done':
      return { name, grade: 'good', detail: `${opened} in ${measured(link)}.` };
    case 'failed':
      return { name, ...failed, detail: `None opened: ${link.why}.` };
    case 'untested':
      return { name, grade: 'unknown', detail: `Not tested: ${link.why}.` };
    default:
      return link satisfies never;
  }
}

function udpFinding(direct: Checked<MeasuredLink>, relayed: Checked<MeasuredLink>): Finding {
  const name = 'UDP';
  if (direct.state === 'waiting') return { name, grade: 'unknown', detail: 'Waiting for the direct link …' };
  if (direct.state === 'failed')
    return {
      name,
      grade: relayed.state === 'failed' ? 'bad' : 'warn',
      detail: `No path opened over UDP.${relayed.state === 'done' ? ' Links of this device go through the room server: slower, and they work.' : ''}`,
      next: 'Ask the network’s administrator to let devices exchange UDP, or use a hotspot.',
    };
  if (direct.state === 'untested')
    return { name, grade: 'unknown', detail: 'Not tested: there was no direct link to look at.' };
  const { pair } = direct;
  if (!pair)
    return { name, grade: 'warn', detail: 'The direct link works; this browser does not say by which path.' }; // prettier-ignore
  const path = `${pair.protocol.toUpperCase()}, ${pair.local} to ${pair.remote}`;
  if (pair.local === 'relay' || pair.remote === 'relay')
    return { name, grade: 'warn', detail: `The link goes through a TURN server (${path}).` };
  return pair.protocol === 'udp'
    ? { name, grade: 'good', detail: `The direct link really used it (${path}).` }
    : { name, grade: 'warn', detail: `The direct link went without it (${path}).` };
}

/** Of a second device, seen from the first. */
export function otherFinding({ other, invitation }: LinkCheckState, canCome: boolean): Finding | undefined {
  const name = 'Two devices';
  const kept = 'Guest and school networks often keep devices apart, and one device alone cannot see that.';
  if (!other) {
    if (!invitation) return undefined;
    return canCome
      ? { name, grade: 'unknown', detail: `Not tested. ${kept}`, next: 'Open this link on a second device, in the network that the class will use. The result appears here.' } // prettier-ignore
      : { name, grade: 'unknown', detail: `Not tested. ${kept} No other device reaches this address.` };
  }
  const { name: browser, direct, relayed } = other;
  const isUntested = direct.state === 'untested' || relayed.state === 'untested';
  if (isUntested && direct.state !== 'done')
    return {
      name,
      grade: 'unknown',
      detail: `${browser} came, and was not tested: the room server went away.`,
    };
  if (direct.state === 'waiting')
    return { name, grade: 'unknown', detail: `${browser} came. Waiting for ${direct.what} …` };
  if (direct.state === 'done')
    return { name, grade: 'good', detail: `A data channel to the other device (${browser}) opened in ${measured(direct)}.` }; // prettier-ignore
  if (relayed.state === 'waiting')
    return { name, grade: 'unknown', detail: `No direct link to ${browser}: ${direct.why}. Waiting for ${relayed.what} …` }; // prettier-ignore
  if (relayed.state === 'done')
    return { name, grade: 'warn', detail: `No direct link to the other device (${browser}): ${direct.why}. Through the room server one opened in ${measured(relayed)}.`, next: 'The class can train, more slowly. A hotspot, or a network without client isolation, is faster.' }; // prettier-ignore
  return { name, grade: 'bad', detail: `No link to the other device (${browser}): ${direct.why}. Nor through the room server: ${relayed.why}.`, next: 'Reload this page on both devices.' }; // prettier-ignore
}

/** On the second device. */
export function answeringFinding(server: LinkCheckState['server']): Finding {
  const name = 'First device';
  switch (server.state) {
    case 'waiting':
      return { name, grade: 'unknown', detail: `Waiting for ${server.what} …` };
    case 'done':
      return { name, grade: 'good', detail: 'This device has entered its check and answers it. The result appears there.' }; // prettier-ignore
    case 'failed':
      return { name, grade: 'bad', detail: `This device could not enter its check: ${server.why}.`, next: 'Keep the page open on the first device, and open the link that it shows now.' }; // prettier-ignore
    default:
      return server satisfies never;
  }
}

function measured({ openMs, roundTripMs, bytesPerSecond }: MeasuredLink): string {
  return `${formatMs(openMs)}: round trip ${formatMs(roundTripMs)}, ${formatRate(bytesPerSecond)}`;
}
