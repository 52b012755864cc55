/** The console's mark: a tick and the tick that countersigns it. */
export const Logo = ({ size = 24 }: { readonly size?: number }) => (
  <svg className="cs-mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--cs-accent)" />
    <g fill="none" stroke="var(--cs-on-accent)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <path d="M4.5 12.6l3.4 3.6 6.3-8.4" strokeOpacity="0.55" />
      <path d="M10.3 14l2.1 2.2 6.9-8.9" />
    </g>
  </svg>
)
