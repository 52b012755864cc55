import type { ReactNode } from 'react'
import './parts.css'

/** The keys that answer a dialog, below its fields of several lines, where Enter begins a new one. */
export const KeyHint = ({ children = 'Ctrl Enter confirms' }: { readonly children?: ReactNode }) => (
  <p className="cs-meta cs-screen cs-key-hint" aria-hidden="true">
    {children}
  </p>
)
