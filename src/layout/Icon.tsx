const paths = {
  chevron: 'M4.5 6.25 8 9.75l3.5-3.5',
  close: 'm4.5 4.5 7 7m0-7-7 7',
  signIn: 'M9 2.75h3.25a1 1 0 0 1 1 1v8.5a1 1 0 0 1-1 1H9M2.75 8h7m-2.5-2.75L10 8l-2.75 2.75',
  person: 'M8 8.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Zm-5 5c.6-2.2 2.6-3.25 5-3.25s4.4 1.05 5 3.25',
  settings:
    'M2.75 5h4.5m4 0h2M2.75 11h2m4 0h4.5M9.25 6.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm-2.5 6a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  signOut: 'M7 2.75H3.75a1 1 0 0 0-1 1v8.5a1 1 0 0 0 1 1H7M6.25 8h7m-2.5-2.75L13.5 8l-2.75 2.75',
  check: 'm3.5 8.5 3 3 6-7',
} as const

/** A small line drawing of 16 px. It never stands alone: its button or link has the words. */
export const Icon = ({ name }: { readonly name: keyof typeof paths }) => (
  <svg className={`cs-icon cs-icon--${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
