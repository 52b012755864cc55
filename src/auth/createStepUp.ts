/** Asks the person to prove again who they are, for calls that need a fresh sign-in (S-27). */
export interface StepUp {
  /** Resolves with true once the person has signed in again, else false. Calls at the same time share one question. */
  readonly ask: () => Promise<boolean>
  readonly answer: (isConfirmed: boolean) => void
  readonly isAsked: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates the page's one question for a fresh sign-in. */
export const createStepUp = (): StepUp => {
  const listeners = new Set<() => void>()
  let question: { readonly answer: Promise<boolean>; readonly settle: (isConfirmed: boolean) => void } | null = null
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask: () => {
      if (question === null) {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        question = { answer: promise, settle: resolve }
        changed()
      }
      return question.answer
    },
    answer: (isConfirmed) => {
      const asked = question
      question = null
      asked?.settle(isConfirmed)
      changed()
    },
    isAsked: () => question !== null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
