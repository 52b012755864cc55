import { useCallback, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { failureOf } from '../failure.ts'
import { ErrorState } from './EmptyState.tsx'

interface State<P extends object> {
  readonly part?: ComponentType<P> | undefined
  readonly error?: unknown
}

/**
 * A piece of a page whose code is a chunk of its own. `waiting` stands there until it has come; where it does not come,
 * the piece says so and can be asked for again, and the page around it stays.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode,
): (props: P) => ReactNode {
  let loaded: ComponentType<P> | undefined
  return function LazyComponent(props: P) {
    const [{ part, error }, setState] = useState<State<P>>({ part: loaded })
    const ask = useCallback(() => {
      setState({})
      load().then(
        (came) => {
          loaded = came
          setState({ part: came })
        },
        (failed: unknown) => setState({ error: failed }),
      )
    }, [])
    useEffect(() => {
      if (loaded === undefined) ask()
    }, [ask])
    if (error !== undefined) {
      return <ErrorState title="This part of the page could not be loaded." failure={failureOf(error)} retry={ask} />
    }
    if (part === undefined) return waiting
    const Part = part
    return <Part {...props} />
  }
}
