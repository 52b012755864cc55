import { useCallback, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PageLoading, Skeleton } from './Skeleton.tsx'

/** A component with its code in a separate chunk. `preload` fetches the code before the component is drawn. */
type LazyComponent<P extends object> = FunctionComponent<P> & { readonly preload: () => Promise<void> }

interface Looks<P extends object> {
  /** Draws while the code loads. */
  readonly waiting: (props: P) => ReactNode
  /** Draws when the code fails to load; `retry` fetches it again. */
  readonly lost: (props: P, retry: () => void) => ReactNode
}

interface State<P extends object> {
  readonly part?: ComponentType<P> | undefined
  readonly isLost?: boolean
}

const LOST = 'The connection broke, or the console has been updated meanwhile.'

/**
 * Unlike React's `lazy`, draws at once when its code is already loaded. React holds a suspended component back for 300
 * ms after its placeholder, which is longer than the rows take.
 */
function createLazy<P extends object>(load: () => Promise<ComponentType<P>>, looks: Looks<P>): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  /** What asks again once the code has come another way. */
  const lost = new Set<() => void>()
  const preload = (): Promise<void> =>
    (loading ??= load().then(
      (part) => {
        loaded = part
        for (const ask of lost) ask()
      },
      (error: unknown) => {
        loading = undefined
        // Code that fails by itself looks the same to the person as a broken connection.
        console.error(error)
        throw error
      },
    ))
  const Lazy = (props: P): ReactNode => {
    const [{ part: Part, isLost = false }, setState] = useState<State<P>>({ part: loaded })
    const ask = useCallback(() => {
      preload().then(
        () => setState((now) => (now.part === loaded ? now : { part: loaded })),
        () => setState({ isLost: true }),
      )
    }, [])
    useEffect(ask, [ask])
    const retry = useCallback(() => {
      setState({})
      ask()
    }, [ask])
    useEffect(() => {
      if (!isLost) return undefined
      lost.add(retry)
      window.addEventListener('online', retry)
      return () => {
        lost.delete(retry)
        window.removeEventListener('online', retry)
      }
    }, [isLost, retry])
    if (isLost) return looks.lost(props, retry)
    return Part === undefined ? looks.waiting(props) : <Part {...props} />
  }
  return Object.assign(Lazy, { preload })
}

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves when what is drawn now is on the screen: code that waits for it delays no first rows. */
export async function afterPaint(): Promise<void> {
  await frame()
  await frame()
  await new Promise((resolve) => setTimeout(resolve))
}

/**
 * A lazy piece of a page. If its code fails to load, the piece says so with Retry, and the page around it stays. It is
 * fetched again once the browser is back online.
 */
export const lazyComponent = <P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode) =>
  createLazy(load, {
    waiting: () => waiting,
    lost: (_props, retry) => (
      <EmptyState
        kind="failed"
        title="This part of the page could not be loaded."
        action={{ label: 'Retry', run: retry }}
      >
        <span>{LOST}</span>
      </EmptyState>
    ),
  })

/** A lazy piece of a text. `instead` is drawn when its code fails to load, and if there is no `waiting` until it is there. */
export const lazyText = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: (props: P) => ReactNode,
  waiting = instead,
) => createLazy(load, { waiting, lost: instead })

/** The place of a page before its code is there: after a moment, its heading and some lines. */
const PageSkeleton = () => (
  <>
    <PageLoading />
    <Skeleton room="">
      <div className="cs-page-skeleton">
        {Array.from({ length: 12 }, (_, line) => (
          <span key={line} />
        ))}
      </div>
    </Skeleton>
  </>
)

/**
 * A lazy page. After an update of the console its code may no longer exist, and only a reload helps.
 *
 * @param isLong true for a page of lists or values, which has a placeholder
 */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>, isLong = false) =>
  createLazy(load, {
    waiting: () => (isLong ? <PageSkeleton /> : <PageLoading />),
    lost: () => (
      <section className="cs-stack cs-exception" role="alert">
        <h1>This page could not be loaded.</h1>
        <p>{LOST}</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </section>
    ),
  })
