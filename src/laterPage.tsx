import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { PageLoading } from './layout/ProgressLine.tsx'

/**
 * A page whose code is a chunk of its own. Unlike React's `lazy` it is drawn at once when its code has come already:
 * a suspended page is held back for 300 ms after its placeholder, which is longer than the rows take.
 */
export function laterPage<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  let asked: Promise<void> | undefined
  const preload = (): Promise<void> =>
    (asked ??= load().then(
      (page) => {
        loaded = page
      },
      (error: unknown) => {
        asked = undefined
        throw error
      },
    ))
  const Page = (props: P) => {
    const [state, setState] = useState<{ readonly page: ComponentType<P> | undefined; readonly error?: unknown }>({
      page: loaded,
    })
    useEffect(() => {
      if (state.page !== undefined) return
      preload().then(
        () => setState({ page: loaded }),
        (error: unknown) => setState({ page: undefined, error }),
      )
    }, [state.page])
    if (state.error !== undefined) throw state.error
    return state.page === undefined ? <PageLoading /> : <state.page {...props} />
  }
  return { Page, preload }
}
