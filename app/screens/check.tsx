// /check: for a teacher, the day before, on the machines that will be used. It opens real links and reports the results
// (check-findings.ts).
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { LinkCheckState } from '../../src/replica/page/link-check';
import { TechnicalDetail } from '../bridge/words/technical-detail';
import type { LocalNetwork } from '../bridge/words/local-network-words';
import type { DeviceReport } from '../../src/replica/protocol';
import { loadTestBench, type EngineCheck } from '../bridge/session/engine-room';
import { useAnswer } from '../bridge/session/use-answer';
import { publicAddress } from '../bridge/session/use-public-address';
import { Button, buttonClass } from '../ui/button';
import { QrCode } from '../ui/qr-code';
import {
  addressFinding,
  answeringFinding,
  engineFinding,
  gpuFinding,
  isReachable,
  linkFindings,
  localNetworkFinding,
  otherFinding,
  othersFinding,
  serverFinding,
  type Finding,
} from './check-findings';
import { Frame } from './frame';
import { useDevice } from './use-device';
import { useLocalNetwork } from './use-local-network';
import { checkUrl, ticketFromHash, useLinkCheck } from './use-link-check';
import css from './check.module.css';

const signs = { good: '✓', warn: '!', bad: '✗', unknown: '…' } as const;
const signWords = {
  good: () => t`Good`,
  warn: () => t`Limited`,
  bad: () => t`Failed`,
  unknown: () => t`Not yet known`,
} as const;

/** What the check has found so far. */
export interface Checking {
  readonly isSecure: boolean;
  readonly report: DeviceReport | 'probing' | 'unknown';
  readonly engines: EngineCheck | 'measuring' | 'not loaded';
  readonly publicUrl: string | 'asking' | 'unreachable';
  readonly links: LinkCheckState;
  readonly localNetwork: LocalNetwork | 'asking';
  readonly userAgent: string;
  /** This is the second device. */
  readonly isAnswering: boolean;
}

export default function CheckScreen() {
  const [run, setRun] = useState(0);
  const ticket = useMemo(() => ticketFromHash(location.hash), []);
  const checking: Checking = {
    isSecure: window.isSecureContext,
    report: useDevice(),
    engines: useEngineCheck(run),
    publicUrl: usePublicUrl(run),
    links: useLinkCheck(run, ticket),
    localNetwork: useLocalNetwork(run),
    userAgent: navigator.userAgent,
    isAnswering: ticket !== undefined,
  };
  return <CheckView checking={checking} onAgain={() => setRun(run + 1)} />;
}

export function CheckView({ checking, onAgain }: { checking: Checking; onAgain: () => void }) {
  const { isSecure, report, engines, publicUrl, links, localNetwork, userAgent, isAnswering } = checking;
  const canCome = isReachable(publicUrl);
  const hasServer = links.server.state !== 'absent';
  const findings: Finding[] = [
    addressFinding(isSecure),
    gpuFinding(report),
    engineFinding(engines),
    ...networkFindings(checking),
    localNetworkFinding(localNetwork, userAgent),
    ...(isAnswering || !hasServer ? [] : [otherFinding(links, canCome)]),
  ];
  const { invitation } = links;
  return (
    <Frame title={t`Check this device`}>
      <h1>{t`Check this device`}</h1>
      <p className={css.lead}>{t`Open this page on the machines and the network that the class will use.`}</p>
      <p className={css.printed}>
        {location.host} · {new Date().toLocaleString()} · {navigator.userAgent}
      </p>
      <dl className={css.list}>
        {findings.map(({ name, grade, detail, technical, next }) => (
          <div key={name} className={css.item}>
            <dt style={{ display: 'contents' }}>
              <span className={`${css.sign} ${css[grade]}`}>
                <span aria-hidden="true">{signs[grade]}</span>
                <span className="visually-hidden">{signWords[grade]()}: </span>
              </span>
              <span>{name}</span>
            </dt>
            <dd>
              {detail}
              <TechnicalDetail text={technical} />
              {next ? <span className={css.next}>{next}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      {invitation && canCome ? (
        <div className={css.invitation}>
          <QrCode text={checkUrl(publicUrl, invitation)} className={css.qr} />
          <p className={css.link}>{checkUrl(publicUrl, invitation)}</p>
        </div>
      ) : null}
      <p className={css.actions}>
        <Link href="/alone?replicas=2&preset=moons" className={buttonClass('primary')}>
          {t`Train for real with two replicas here`}
        </Link>
        <Button onClick={onAgain}>{t`Check again`}</Button>
        <Button onClick={() => print()}>{t`Print`}</Button>
      </p>
      <p className={css.further}>
        {t`For whoever runs the network:`}{' '}
        <Link href="/network">{t`what it must allow, on one page to print`}</Link>.
      </p>
    </Frame>
  );
}

/** The engines of this device, timed once per run of the check. */
function useEngineCheck(run: number): EngineCheck | 'measuring' | 'not loaded' {
  return useAnswer(
    () =>
      loadTestBench()
        .then(({ checkEngines }) => checkEngines())
        .catch(() => 'not loaded' as const),
    run,
    'measuring',
  );
}

function usePublicUrl(run: number): string {
  return useAnswer(
    async () => (await publicAddress().catch(() => undefined)) ?? 'unreachable',
    run,
    'asking',
  );
}

/** Without a room server nothing else of the network can be tried. */
function networkFindings({ links, publicUrl, isAnswering }: Checking): readonly Finding[] {
  if (isAnswering) return [answeringFinding(links)];
  const server = serverFinding(links);
  return links.server.state === 'absent'
    ? [server]
    : [server, othersFinding(publicUrl), ...linkFindings(links)];
}
