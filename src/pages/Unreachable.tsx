import { Button } from '../ui/Button.tsx'
import { PlainLayout } from './PlainLayout.tsx'

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
