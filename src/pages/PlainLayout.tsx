import type { ReactNode } from 'react'
import { Logo } from '../layout/Logo.tsx'

/** The frame of pages without header: one narrow column under the mark. */
export const PlainLayout = ({ children }: { readonly children: ReactNode }) => (
  <main id="main" className="cs-plain">
    <div className="cs-plain-column">
      <Logo size={40} />
      {children}
    </div>
  </main>
)
