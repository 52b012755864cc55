import { useState } from 'react'
import type { Step } from '../../language/input.ts'
import type { Failure } from '../data/failure.ts'

/** A move to a step, and the field there that gets the focus: the first one by default. */
export interface Move {
  readonly path: string | undefined
}

/** The steps of a form or a dialog that have something to show, and the one that is open. */
export interface Steps {
  /** The titles of the steps. Empty where everything is asked at once. */
  readonly titles: readonly string[]
  readonly index: number
  readonly fields: readonly string[]
  readonly isLast: boolean
  /** True while the person has not tried to leave the open step. Its fields show no errors before that. */
  readonly isFresh: boolean
  /** True for a field of the open step or of one before it, by the path of the field. */
  readonly isReached: (path: string) => boolean
  /** Shows the errors of the open step from now on. */
  readonly tryToLeave: () => void
  readonly next: () => void
  readonly back: () => void
  /** Opens the first step that has one of the fields, and focuses that field. Does nothing if the step is open. */
  readonly openAt: (paths: readonly string[]) => void
  readonly restart: () => void
  /** The last move, another object each time. */
  readonly move: Move | undefined
}

/** Opens the step of the first field that a service has refused. */
export function useStepOfRefused(failure: Pick<Failure, 'fields'> | undefined, { openAt }: Steps): void {
  const [seen, setSeen] = useState(failure)
  if (seen === failure) return
  setSeen(failure)
  openAt(Object.keys(failure?.fields ?? {}))
}

const START: { readonly title: string; readonly reached: number; readonly move: Move | undefined } = {
  title: '',
  reached: -1,
  move: undefined,
}

/**
 * The steps of fields, one of which is open.
 *
 * @param shown the names of the fields that are shown; a step without any is left out
 */
export function useSteps(declared: readonly Step[] = [], shown: readonly string[]): Steps {
  const [state, setState] = useState(START)
  const isAsked = (name: string): boolean => shown.includes(name)
  const steps = declared.filter(({ fields }) => fields.some(isAsked))
  const index = Math.max(
    0,
    steps.findIndex(({ title }) => title === state.title),
  )
  const indexOf = (path: string): number => {
    const [name = ''] = path.split('/')
    return steps.findIndex(({ fields }) => fields.includes(name))
  }
  const open = (to: number, path?: string) => {
    const title = steps[to]?.title
    if (title !== undefined) setState(({ reached }) => ({ title, reached, move: { path } }))
  }
  return {
    titles: steps.map(({ title }) => title),
    index,
    fields: steps.length === 0 ? shown : (steps[index]?.fields.filter(isAsked) ?? []),
    isLast: index >= steps.length - 1,
    isFresh: index > state.reached,
    isReached: (path) => indexOf(path) <= index,
    tryToLeave: () => setState((now) => ({ ...now, reached: Math.max(now.reached, index) })),
    next: () => open(index + 1),
    back: () => open(index - 1),
    openAt: (paths) => {
      const [first] = paths.filter((path) => indexOf(path) >= 0).toSorted((one, other) => indexOf(one) - indexOf(other))
      if (first !== undefined && indexOf(first) !== index) open(indexOf(first), first)
    },
    restart: () => setState({ ...START, move: { path: undefined } }),
    move: state.move,
  }
}
