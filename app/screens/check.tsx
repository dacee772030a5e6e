// /check: what a teacher looks at the day before, on the machines that will be used.
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { engineRoom, type ServerConfig } from '../bridge/engine-room';
import { troubleWords } from '../bridge/trouble';
import { buttonClass } from '../ui/button';
import { Frame } from './frame';
import { useDevice } from './use-device';
import css from './check.module.css';

type Verdict = 'good' | 'warn' | 'bad' | 'unknown';
const signs = { good: '✓', warn: '!', bad: '✗', unknown: '…' } as const satisfies Record<Verdict, string>;
const signWords = { good: 'Good', warn: 'Limited', bad: 'Missing', unknown: 'Checking' } as const;

interface Finding {
  readonly name: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

export function CheckScreen() {
  const report = useDevice();
  const server = useServer();
  const findings: Finding[] = [
    secureFinding(),
    gpuFinding(report),
    ...featureFindings(report),
    linksFinding(),
    server,
  ];
  return (
    <Frame title="Check this device">
      <h1 style={{ fontSize: 'var(--text-xl)' }}>Check this device</h1>
      <p style={{ marginTop: '0.5rem' }}>
        Open this page on the machines and the network that the class will use.
      </p>
      <dl className={css.list}>
        {findings.map(({ name, verdict, detail }) => (
          <div key={name} className={css.item}>
            <dt style={{ display: 'contents' }}>
              <span className={`${css.sign} ${css[verdict]}`}>
                <span aria-hidden="true">{signs[verdict]}</span>
                <span className="visually-hidden">{signWords[verdict]}: </span>
              </span>
              <span>{name}</span>
            </dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      <Link href="/alone?replicas=2&preset=moons" className={buttonClass('primary')}>
        Train for real with two replicas here
      </Link>
      <p style={{ marginTop: '1.5rem' }}>
        For the curious:{' '}
        <Link href="/lab/kernels">every kernel of the engine, checked and timed on this device</Link>.
      </p>
    </Frame>
  );
}

function secureFinding(): Finding {
  return window.isSecureContext
    ? { name: 'Secure address', verdict: 'good', detail: 'Browsers open the GPU to this address.' }
    : { name: 'Secure address', verdict: 'bad', detail: troubleWords('no-https').what };
}

function gpuFinding(report: ReturnType<typeof useDevice>): Finding {
  const name = 'Graphics card';
  if (report === 'probing') return { name, verdict: 'unknown', detail: 'Asking for an adapter …' };
  if (report === 'unknown') return { name, verdict: 'bad', detail: troubleWords('engine-missing').what };
  switch (report.webgpu) {
    case 'ready':
      return { name, verdict: 'good', detail: report.adapter };
    case 'software':
      return { name, verdict: 'warn', detail: report.advice ?? troubleWords('software-adapter').what };
    case 'no-https':
    case 'no-webgpu':
    case 'no-adapter':
      return { name, verdict: 'bad', detail: report.advice ?? troubleWords(report.webgpu).what };
    default:
      return report.webgpu satisfies never;
  }
}

function featureFindings(report: ReturnType<typeof useDevice>): Finding[] {
  if (typeof report === 'string' || report.adapter === '') return [];
  const found = [report.f16 ? 'half-precision numbers' : '', report.subgroups ? 'subgroups' : ''].filter(
    Boolean,
  );
  return [
    {
      name: 'Extras',
      verdict: found.length > 0 ? 'good' : 'warn',
      detail:
        found.length > 0
          ? `It has ${found.join(' and ')}.`
          : 'Neither half precision nor subgroups: slower, not different.',
    },
  ];
}

function linksFinding(): Finding {
  const name = 'Direct links';
  return typeof RTCPeerConnection === 'function'
    ? { name, verdict: 'good', detail: 'This browser can open data channels to other devices.' }
    : { name, verdict: 'bad', detail: 'WebRTC is missing or turned off in this browser.' };
}

function useServer(): Finding {
  const [state, setState] = useState<ServerConfig | 'asking' | 'unreachable'>('asking');
  useEffect(() => {
    let isCurrent = true;
    engineRoom()
      .then((engine) => engine.serverConfig())
      .then((config) => isCurrent && setState(config.ok ? config.value : 'unreachable'))
      .catch(() => isCurrent && setState('unreachable'));
    return () => {
      isCurrent = false;
    };
  }, []);
  const name = 'Room server';
  if (state === 'asking') return { name, verdict: 'unknown', detail: 'Asking …' };
  if (state === 'unreachable')
    return { name, verdict: 'bad', detail: troubleWords('server-unreachable').what };
  return { name, verdict: 'good', detail: `Others reach it at ${state.publicUrl}` };
}
