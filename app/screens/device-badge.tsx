// What this device can do, in two lines of fixed height.
import type { DeviceReport } from '../../src/replica/protocol';
import { adviceWords } from '../bridge/words/advice-words';
import { homeText } from '../text/home';
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
  if (report === 'probing') return { kind: 'probing', title: homeText.checkingDevice, detail: '' };
  if (report === 'unknown')
    return { kind: 'slow', title: homeText.deviceCouldNot, detail: homeText.joiningTriesAgain };
  switch (report.webgpu) {
    case 'ready':
      return { kind: 'ready', title: homeText.deviceCanTrain, detail: report.adapter };
    case 'software':
      return {
        kind: 'slow',
        title: homeText.deviceTrainsSoftware,
        detail: adviceWords(report) ?? report.adapter,
      };
    case 'no-https':
      return {
        kind: 'none',
        title: homeText.gpuNeedsHttps,
        detail: adviceWords(report) ?? '',
      };
    case 'no-webgpu':
      return { kind: 'none', title: homeText.noWebgpuHere, detail: adviceWords(report) ?? '' };
    case 'no-adapter':
      return { kind: 'none', title: homeText.noGpuAnswered, detail: adviceWords(report) ?? '' };
    default:
      return report.webgpu satisfies never;
  }
}
