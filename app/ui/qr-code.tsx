// A link as a QR code: one SVG path, always dark on light, because scanners expect it.
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { encode } from 'uqr';

interface Props {
  text: string;
  className?: string;
  label?: string;
}

export function QrCode({ text, className, label = t`QR code of the link to join` }: Props) {
  const { size, path } = useMemo(() => {
    const qr = encode(text, { ecc: 'M', border: 2 });
    let d = '';
    for (let y = 0; y < qr.size; y++)
      for (let x = 0; x < qr.size; x++) if (qr.data[y][x]) d += `M${x} ${y}h1v1h-1z`;
    return { size: qr.size, path: d };
  }, [text]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#101216" />
    </svg>
  );
}
