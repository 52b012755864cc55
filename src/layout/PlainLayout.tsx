import type { ReactNode } from 'react'
import { Logo } from './Header.tsx'
import { Button } from '../ui/Button.tsx'

/** The frame of pages without header: one narrow column under the mark. */
export const PlainLayout = ({ children }: { readonly children: ReactNode }) => (
  <main id="main" className="cs-plain">
    <div className="cs-plain-column">
      <Logo size={40} />
      {children}
    </div>
  </main>
)

/** A loader with the words for what is going on. */
export const Waiting = ({ children }: { readonly children: string }) => (
  <PlainLayout>
    <div className="cs-loader" aria-hidden="true" />
    <output className="cs-muted">{children}</output>
  </PlainLayout>
)

/** Shown when the gateway does not answer at all, so that the console cannot know who is there. */
export const Unreachable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <PlainLayout>
    <h1>The console cannot reach its server</h1>
    <p role="alert">Nothing has been lost. Check your connection, then try again.</p>
    <Button look="primary" onClick={onRetry}>
      Try again
    </Button>
  </PlainLayout>
)
