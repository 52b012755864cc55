const paths = {
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  close: 'm4.5 4.5 7 7m0-7-7 7',
  chevron: 'M4.5 6.25 8 9.75l3.5-3.5',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  columns: 'M2.5 3h11v10h-11zM6.25 3v10m3.5-10v10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  back: 'M9.75 4.5 6.25 8l3.5 3.5',
  check: 'm3.5 8.5 3 3 6-7',
  up: 'M8 12.5v-9M4.5 7 8 3.5 11.5 7',
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  details: 'M3.5 2.5h6l3 3v8h-9zm2.5 5h4m-4 3h4',
  down: 'M8 3.5v9M4.5 9 8 12.5 11.5 9',
  signIn: 'M9 2.75h3.25a1 1 0 0 1 1 1v8.5a1 1 0 0 1-1 1H9M2.75 8h7m-2.5-2.75L10 8l-2.75 2.75',
  person: 'M8 8.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Zm-5 5c.6-2.2 2.6-3.25 5-3.25s4.4 1.05 5 3.25',
  settings:
    'M2.75 5h4.5m4 0h2M2.75 11h2m4 0h4.5M9.25 6.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm-2.5 6a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  signOut: 'M7 2.75H3.75a1 1 0 0 0-1 1v8.5a1 1 0 0 0 1 1H7M6.25 8h7m-2.5-2.75L13.5 8l-2.75 2.75',
} as const

export type IconName = keyof typeof paths

const isName = (name: string): name is IconName => name in paths

export const iconNames = Object.keys(paths).filter(isName)

/** A 16 px line drawing. It never appears alone: its control has the text. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={`cs-icon cs-icon--${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.25 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
