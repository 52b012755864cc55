import type { ReactNode } from 'react'
import type { SlotProps } from './extensions.ts'
import { installedConsole } from './installedConsole.tsx'

/** The places where a console can add to a generic page. */
type Place =
  | { readonly page: 'list'; readonly place: 'actions' | 'aside' | 'empty' }
  | { readonly page: 'show'; readonly place: 'actions' | 'aside' }
  | { readonly page: 'form'; readonly place: 'aside' }

type SlotHere = SlotProps & Place & { readonly children?: ReactNode }

/** Draws the console's component for a slot of a resource's page, or else the page's own content. */
export const Slot = ({ children = null, page, place, ...props }: SlotHere) => {
  const Own = installedConsole().slots[props.definition.name]?.[page][place]
  return Own === undefined ? children : <Own {...props} />
}

interface WithAsideProps extends SlotProps {
  readonly page: 'list' | 'show'
  readonly children: ReactNode
}

/** The main part of a page, and the console's own content next to it. */
export const WithAside = ({ page, children, ...props }: WithAsideProps) => {
  const Own = installedConsole().slots[props.definition.name]?.[page]['aside']
  if (Own === undefined) return children
  return (
    <div className="cs-with-aside">
      {children}
      <aside>
        <Own {...props} />
      </aside>
    </div>
  )
}
