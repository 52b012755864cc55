import type { ReactNode } from 'react'

/** One part of the kit's page, with its name. */
export const Piece = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className="cs-stack cs-kit-piece" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
)
