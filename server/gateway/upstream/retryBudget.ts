const SHARE = 0.1
const MOST = 10

/** Keeps repeated calls below a tenth of all calls, so that retries never finish off a struggling service. */
export interface RetryBudget {
  /** Counts a call. */
  earn(): void
  /** Takes one repetition, if there is one. */
  spend(): boolean
}

/** A budget that starts full. */
export function createRetryBudget(): RetryBudget {
  let credit = MOST
  return {
    earn: () => {
      credit = Math.min(MOST, credit + SHARE)
    },
    spend: () => {
      if (credit < 1) return false
      credit -= 1
      return true
    },
  }
}
