// What this device can do, in two lines of fixed height.
import type { DeviceReport } from '../../src/replica/protocol';
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
  if (report === 'probing') return { kind: 'probing', title: 'Checking this device …', detail: '' };
  if (report === 'unknown')
    return { kind: 'slow', title: 'This device could not be checked', detail: 'Joining tries again.' };
  switch (report.webgpu) {
    case 'ready':
      return { kind: 'ready', title: 'This device can train on its GPU', detail: report.adapter };
    case 'software':
      return {
        kind: 'slow',
        title: 'This device trains in software: exact, but slow',
        detail: report.advice ?? report.adapter,
      };
    case 'no-https':
      return {
        kind: 'none',
        title: 'Its GPU needs an HTTPS address; the CPU can train',
        detail: report.advice ?? '',
      };
    case 'no-webgpu':
      return { kind: 'none', title: 'No WebGPU here; the CPU can train', detail: report.advice ?? '' };
    case 'no-adapter':
      return { kind: 'none', title: 'No GPU answered; the CPU can train', detail: report.advice ?? '' };
    default:
      return report.webgpu satisfies never;
  }
}
