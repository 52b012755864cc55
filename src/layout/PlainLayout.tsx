import type { ReactNode } from 'react'
import { Logo } from './Header.tsx'
import { Button } from '../ui/Button.tsx'

/** The layout of pages without a header: one narrow column under the logo. */
export const PlainLayout = ({ children }: { readonly children: ReactNode }) => (
  <main id="main" className="cs-plain">
    <div className="cs-stack cs-plain-column">
      <Logo size={40} />
      {children}
    </div>
  </main>
)

/** A loader with a text that says what is happening. */
export const Waiting = ({ children }: { readonly children: string }) => (
  <PlainLayout>
    <div className="cs-spinner cs-loader" aria-hidden="true" />
    <output className="cs-muted">{children}</output>
  </PlainLayout>
)

/** Shown if the gateway does not answer, so that the console cannot know who is signed in. */
export const Unreachable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <PlainLayout>
    <h1>The console cannot reach its server</h1>
    <p role="alert">Nothing has been lost. Check your connection, then try again.</p>
    <Button look="primary" onClick={onRetry}>
      Try again
    </Button>
  </PlainLayout>
)
