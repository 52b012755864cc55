import { useCallback, useState } from 'react'
import type { Result } from '../../language/action.ts'
import type { Resource } from '../../language/resource.ts'
import type { Actions } from './useActions.ts'

type Values = Readonly<Record<string, unknown>>

/** An answer that is shown: how, of which record, and what it says. */
export interface ShownResult {
  /** Tells one from the next. */
  readonly id: string
  readonly result: Result
  readonly record: Values
  readonly answer: Values
}

/** Runs actions as ever, and keeps what the last of them with a `result` answered until it is closed. */
export function useResult({ actions }: Resource, call: Actions['run']) {
  const [result, setResult] = useState<ShownResult>()
  const run = useCallback<Actions['run']>(
    async (intent) => {
      const outcome = await call(intent)
      const declared = actions[intent.name]?.result
      if (declared !== undefined && outcome.state === 'done') {
        const { idempotencyKey: id, record = {} } = intent
        setResult({ id, result: declared, record, answer: outcome.answer })
      }
      return outcome
    },
    [actions, call],
  )
  const closeResult = useCallback(() => setResult(undefined), [])
  return { run, result, closeResult }
}
