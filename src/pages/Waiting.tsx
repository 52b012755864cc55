import { PlainLayout } from './PlainLayout.tsx'

/** A loader with the words for what is going on. */
export const Waiting = ({ children }: { readonly children: string }) => (
  <PlainLayout>
    <div className="cs-loader" aria-hidden="true" />
    <output className="cs-muted">{children}</output>
  </PlainLayout>
)
