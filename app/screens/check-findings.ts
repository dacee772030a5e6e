// The findings of /check: the measurement, or the failure and the one next step. Pure. A finding is good only when the
// thing itself was seen to work.
import { formatSentence } from '../bridge/words/format';
import type { Saying } from '../../src/base/sayings';
import { isLoopback } from '../../src/replica/room-link';
import type { DeviceReport } from '../../src/replica/protocol';
import type { Checked, LinkCheckState, MeasuredLink } from '../../src/replica/page/link-check';
import type { EngineCheck } from '../../src/replica/page/engine-check';
import { adviceWords } from '../bridge/words/advice-words';
import { engineWords } from '../bridge/words/engine-words';
import { formatMs, formatRate } from '../bridge/words/format';
import { problemWords } from '../bridge/words/problem-words';
import { sayingWords } from '../bridge/words/saying-words';
import { troubleWords } from '../bridge/words/trouble';
import { checkText } from '../text/check';
import { localNetworkWords, type LocalNetwork } from '../bridge/words/local-network-words';
import { entryText } from '../text/entry';
import { problemOf, type Problem } from '../bridge/words/problem';

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

export function addressFinding(isSecure: boolean): Finding {
  const name = checkText.address;
  return isSecure
    ? { name, grade: 'good', detail: checkText.browsersLetDevice }
    : {
        name,
        grade: 'bad',
        detail: checkText.browsersGiveDevice,
        next: checkText.startServerNpm,
      };
}

/** Whether another device can open this address. */
export function isReachable(publicUrl: string): boolean {
  return URL.canParse(publicUrl) && !isLoopback(publicUrl);
}

/** Over plain HTTP only the machine itself counts as secure. */
export function othersFinding(publicUrl: string | 'asking' | 'unreachable'): Finding {
  const name = checkText.addressOthers;
  if (publicUrl === 'asking') return { name, grade: 'unknown', detail: checkText.waitingRoomServer };
  if (publicUrl === 'unreachable' || !URL.canParse(publicUrl))
    return { name, grade: 'bad', detail: checkText.roomServerDid, next: checkText.startServerThen };
  if (!isReachable(publicUrl))
    return {
      name,
      grade: 'warn',
      detail: checkText.onlyMachineReaches(publicUrl),
      next: checkText.connectMachineNetwork,
    };
  if (new URL(publicUrl).protocol === 'http:')
    return {
      name,
      grade: 'warn',
      detail: checkText.othersOpenPlain(publicUrl),
      next: checkText.startServerNpm,
    };
  return { name, grade: 'good', detail: checkText.othersOpenHttps(publicUrl) };
}

export function gpuFindings(report: DeviceReport | 'probing' | 'unknown'): Finding[] {
  const name = checkText.graphicsCard;
  if (report === 'probing') return [{ name, grade: 'unknown', detail: checkText.waitingAdapter }];
  if (report === 'unknown') return [{ name, grade: 'bad', detail: troubleWords('engine-missing').what }];
  switch (report.webgpu) {
    case 'ready':
      return [{ name, grade: 'good', detail: report.adapter }, extras(report)];
    case 'software':
      return [
        { name, grade: 'warn', detail: adviceWords(report) ?? troubleWords('software-adapter').what },
        extras(report),
      ];
    case 'no-https':
    case 'no-webgpu':
    case 'no-adapter':
      return [{ name, grade: 'bad', detail: adviceWords(report) ?? troubleWords(report.webgpu).what }];
    default:
      return report.webgpu satisfies never;
  }
}

function extras({ f16, subgroups }: DeviceReport): Finding {
  const found = [f16 ? checkText.halfPrecisionNumbers : '', subgroups ? checkText.subgroups : ''].filter(
    Boolean,
  );
  return found.length > 0
    ? { name: checkText.extras, grade: 'good', detail: checkText.itHas(found.join(checkText.and)) }
    : {
        name: checkText.extras,
        grade: 'warn',
        detail: checkText.neitherHalfPrecision,
      };
}

/** The engine that would train the digits' model here. */
export function engineFinding(check: EngineCheck | 'measuring' | 'not loaded'): Finding {
  const name = checkText.engine;
  if (check === 'measuring') return { name, grade: 'unknown', detail: checkText.timingEnginesDevice };
  if (check === 'not loaded')
    return { name, grade: 'unknown', detail: formatSentence(checkText.partPageDid) };
  if (!check.ok)
    return { name, grade: 'bad', ...noEngine(problemOf(check.error)), next: checkText.updateBrowserGraphics };
  const isWrong = check.value.trials.some((trial) => trial.isWrong);
  return {
    name,
    grade: isWrong ? 'warn' : 'good',
    detail: checkText.answersRight(engineWords(check.value)),
  };
}

function noEngine(problem: Problem): Pick<Finding, 'detail' | 'technical'> {
  const { words, technical } = problemWords(problem);
  return { detail: checkText.noneWorks(words), technical };
}

export function serverFinding(server: LinkCheckState['server']): Finding {
  const name = checkText.roomServer;
  switch (server.state) {
    case 'waiting':
      return { name, grade: 'unknown', detail: checkText.waiting(awaited(server)) };
    case 'done':
      return { name, grade: 'good', detail: checkText.openedPrivateRoom(formatMs(server.tookMs)) };
    case 'failed':
      return { name, grade: 'bad', detail: checkText.failed2(reason(server)), next: checkText.seeServerRuns };
    default:
      return server satisfies never;
  }
}

export function linkFindings({ direct, relayed }: LinkCheckState): Finding[] {
  return [
    linkFinding(checkText.directLink, direct, checkText.dataChannelFrom, {
      grade: relayed.state === 'failed' ? 'bad' : 'warn',
      next: checkText.turnWebrtcBrowser,
    }),
    udpFinding(direct, relayed),
    linkFinding(checkText.relay, relayed, checkText.linkThroughRoom, {
      grade: 'bad',
      next: checkText.proxyBetweenMay,
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
      return { name, grade: 'unknown', detail: checkText.waiting(awaited(link)) };
    case 'done':
      return { name, grade: 'good', detail: checkText.inWord(opened, measured(link)) };
    case 'failed':
      return { name, ...failed, detail: checkText.noneOpened(reason(link)) };
    case 'untested':
      return { name, grade: 'unknown', detail: checkText.notTested(reason(link)) };
    default:
      return link satisfies never;
  }
}

function udpFinding(direct: Checked<MeasuredLink>, relayed: Checked<MeasuredLink>): Finding {
  const name = 'UDP';
  if (direct.state === 'waiting') return { name, grade: 'unknown', detail: checkText.waitingDirectLink };
  if (direct.state === 'failed')
    return {
      name,
      grade: relayed.state === 'failed' ? 'bad' : 'warn',
      detail: checkText.noPathOpened(relayed.state === 'done' ? checkText.linksDeviceGo : ''),
      next: checkText.askNetworks,
    };
  if (direct.state === 'untested') return { name, grade: 'unknown', detail: checkText.notTestedThere };
  const { pair } = direct;
  if (!pair) return { name, grade: 'warn', detail: checkText.directLinkWorks };
  const path = checkText.to(pair.protocol.toUpperCase(), pair.local, pair.remote);
  if (pair.local === 'relay' || pair.remote === 'relay')
    return { name, grade: 'warn', detail: checkText.linkGoesThrough(path) };
  return pair.protocol === 'udp'
    ? { name, grade: 'good', detail: checkText.directLinkReally(path) }
    : { name, grade: 'warn', detail: checkText.directLinkWent(path) };
}

/** What the browser allows is not yet a link: that is the finding of two devices. */
export function localNetworkFinding(state: LocalNetwork | 'asking', userAgent: string): Finding {
  const name = entryText.localNetwork;
  if (state === 'asking') return { name, grade: 'unknown', detail: entryText.asking };
  const grade = { granted: 'good', prompt: 'unknown', denied: 'warn', unknown: 'unknown' } as const;
  return { name, grade: grade[state], ...localNetworkWords(state, userAgent) };
}

/** Of a second device, seen from the first. */
export function otherFinding({ other, invitation }: LinkCheckState, canCome: boolean): Finding | undefined {
  const name = checkText.twoDevices;
  const kept = checkText.guestSchoolNetworks;
  if (!other) {
    if (!invitation) return undefined;
    return canCome
      ? { name, grade: 'unknown', detail: checkText.notTested2(kept), next: checkText.openLinkSecond }
      : { name, grade: 'unknown', detail: checkText.notTestedNo(kept) };
  }
  const { name: browser, direct, relayed } = other;
  const isUntested = direct.state === 'untested' || relayed.state === 'untested';
  if (isUntested && direct.state !== 'done')
    return {
      name,
      grade: 'unknown',
      detail: checkText.cameNotTested(browser),
    };
  if (direct.state === 'waiting')
    return { name, grade: 'unknown', detail: checkText.cameWaiting(browser, awaited(direct)) };
  if (direct.state === 'done')
    return { name, grade: 'good', detail: checkText.dataChannelOther(browser, measured(direct)) };
  if (relayed.state === 'waiting')
    return {
      name,
      grade: 'unknown',
      detail: checkText.noDirectLink(browser, reason(direct), awaited(relayed)),
    };
  if (relayed.state === 'done')
    return {
      name,
      grade: 'warn',
      detail: checkText.noDirectLinkOther(browser, reason(direct), measured(relayed)),
      next: checkText.classCanTrain,
    };
  return {
    name,
    grade: 'bad',
    detail: checkText.noLinkOther(browser, reason(direct), reason(relayed)),
    next: checkText.reloadPageBoth,
  };
}

/** On the second device. */
export function answeringFinding(server: LinkCheckState['server']): Finding {
  const name = checkText.firstDevice;
  switch (server.state) {
    case 'waiting':
      return { name, grade: 'unknown', detail: checkText.waiting(awaited(server)) };
    case 'done':
      return { name, grade: 'good', detail: checkText.deviceEnteredCheck };
    case 'failed':
      return {
        name,
        grade: 'bad',
        detail: checkText.deviceCouldNot(reason(server)),
        next: checkText.keepPageOpen,
      };
    default:
      return server satisfies never;
  }
}

/** What it waits for, in the page's language. */
function awaited({ what, says }: { readonly what: string; readonly says?: Saying | undefined }): string {
  return sayingWords(what, says);
}

/** Why it failed or was not tested. */
function reason({ why, says }: { readonly why: string; readonly says?: Saying | undefined }): string {
  return sayingWords(why, says);
}

function measured({ openMs, roundTripMs, bytesPerSecond }: MeasuredLink): string {
  return checkText.roundTrip(formatMs(openMs), formatMs(roundTripMs), formatRate(bytesPerSecond));
}
