// The logo: three replicas on one circle, evenly apart.
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="var(--accent)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M20.4 5.4a11.5 11.5 0 0 1 6.9 12M21.9 25.9a11.5 11.5 0 0 1-11.8 0M4.7 17.4a11.5 11.5 0 0 1 6.9-12" />
      </g>
      <g fill="var(--accent)">
        <circle cx="16" cy="4.5" r="2.9" />
        <circle cx="25.96" cy="21.75" r="2.9" />
        <circle cx="6.04" cy="21.75" r="2.9" />
      </g>
    </svg>
  );
}
