import type { ReactNode } from 'react'
import { Mark } from '../layout/Mark.tsx'

/** The frame of pages without header: one narrow column under the mark. */
export const Plain = ({ children }: { readonly children: ReactNode }) => (
  <main id="main" className="cs-plain">
    <div className="cs-plain-column">
      <Mark size={40} />
      {children}
    </div>
  </main>
)
