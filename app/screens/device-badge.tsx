// What this device can do, in two lines of fixed height.
import { t } from '@lingui/core/macro';
import type { DeviceReport } from '../../src/replica/protocol';
import { adviceWords } from '../bridge/words/advice-words';
import css from './device-badge.module.css';

export function DeviceBadge({ report }: { report: DeviceReport | 'probing' | 'unknown' }) {
  const { kind, title, detail } = wordsOf(report);
  return (
    <div className={css.badge} role="status">
      <span className={`${css.dot} ${css[kind]}`} aria-hidden="true" />
      <p className={css.words}>
        <strong>{title}</strong>
        <span>{detail}</span>
      </p>
    </div>
  );
}

function wordsOf(report: DeviceReport | 'probing' | 'unknown'): {
  kind: 'ready' | 'slow' | 'none' | 'probing';
  title: string;
  detail: string;
} {
  if (report === 'probing') return { kind: 'probing', title: t`Checking this device …`, detail: '' };
  if (report === 'unknown')
    return { kind: 'slow', title: t`This device could not be checked`, detail: t`Joining tries again.` };
  switch (report.webgpu) {
    case 'ready':
      return { kind: 'ready', title: t`This device can train on its GPU`, detail: report.adapter };
    case 'software':
      return {
        kind: 'slow',
        title: t`No GPU here: this device trains on its processor`,
        detail: adviceWords(report) ?? report.adapter,
      };
    case 'no-https':
      return {
        kind: 'none',
        title: t`Its GPU needs an HTTPS address; the CPU can train`,
        detail: adviceWords(report) ?? '',
      };
    case 'no-webgpu':
      return { kind: 'none', title: t`No WebGPU here; the CPU can train`, detail: adviceWords(report) ?? '' };
    case 'no-adapter':
      return {
        kind: 'none',
        title: t`No GPU answered; the CPU can train`,
        detail: adviceWords(report) ?? '',
      };
    default:
      return report.webgpu satisfies never;
  }
}
