import type { ChangeOutcome } from './createChangeTracker.ts'

/**
 * What the end of the session means for what the person was doing, and only what is true: `hasTyped` when there is
 * something that has not been sent. Empty when there is nothing to say.
 */
export const sessionEndMessage = (fate: ChangeOutcome, hasTyped: boolean): string => {
  if (fate === 'unknown')
    return 'A change had not been answered yet: it is not known whether it was made. Look again before you repeat it.'
  if (fate === 'refused') return 'Nothing was changed.'
  return hasTyped ? 'Nothing was sent.' : ''
}
