import { useIsFetching, useIsMutating } from '@tanstack/react-query'

/** A 2 px progress line. It appears after 300 ms. */
export const PageLoading = () => (
  <div className="cs-progress">
    <progress className="cs-visually-hidden" aria-label="Loading" />
  </div>
)

/** The line under the header. It shows while anything is read or changed. */
export const ProgressLine = () => (useIsFetching() + useIsMutating() > 0 ? <PageLoading /> : null)
