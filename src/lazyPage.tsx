import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Button } from './ui/Button.tsx'
import { PageLoading } from './layout/ProgressLine.tsx'

/** The code of a page did not come: the connection broke, or the files of this version are served no longer. */
const NotLoaded = () => (
  <section className="cs-exception" role="alert">
    <h1>This page could not be loaded.</h1>
    <p>The connection broke, or the console has been updated meanwhile.</p>
    <Button onClick={() => window.location.reload()}>Reload</Button>
  </section>
)

/**
 * A page whose code is a chunk of its own. Unlike React's `lazy` it is drawn at once when its code has come already:
 * a suspended page is held back for 300 ms after its placeholder, which is longer than the rows take.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>) {
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
    const [state, setState] = useState<{ readonly page: ComponentType<P> | undefined; readonly isLost?: true }>({
      page: loaded,
    })
    useEffect(() => {
      if (state.page !== undefined) return
      preload().then(
        () => setState({ page: loaded }),
        () => setState({ page: undefined, isLost: true }),
      )
    }, [state.page])
    if (state.isLost === true) return <NotLoaded />
    return state.page === undefined ? <PageLoading /> : <state.page {...props} />
  }
  return { Page, preload }
}
