import { useNotify } from 'ra-core'
import { useCallback, useMemo, useState } from 'react'
import type { AnyAction, AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Failure } from '../failure.ts'
import type { Row } from '../table/columns.ts'
import { useActions } from './useActions.ts'
import type { Intent } from './actionProvider.ts'

/** A question on screen: what is about to be done, and what went wrong when it was tried. */
export interface OpenQuestion {
  readonly action: AnyAction
  readonly intent: Intent
  readonly isBusy: boolean
  readonly failure: Failure | undefined
}

/** What pages need to let people act: start an action, ask first where the definition says so, know what is at work. */
export interface ActionFlow {
  readonly start: (name: string, record: Row | undefined) => void
  readonly busy: ReadonlySet<string>
  readonly question: OpenQuestion | undefined
  readonly confirm: (input: Readonly<Record<string, unknown>>) => void
  readonly cancel: () => void
}

const createIntent = (name: string, record: Row | undefined): Intent => ({
  name,
  record,
  input: {},
  idempotencyKey: crypto.randomUUID(),
})

/** The way of an action from the press of its control to its end. One question is open at a time. */
export function useActionFlow(definition: AnyDefinition): ActionFlow {
  const { run, busy } = useActions(definition)
  const notify = useNotify()
  const [question, setQuestion] = useState<OpenQuestion>()

  const start = useCallback(
    (name: string, record: Row | undefined) => {
      const action = definition.actions?.[name]
      if (action === undefined) return
      const intent = createIntent(name, record)
      if (action.confirm !== undefined || action.input !== undefined) {
        setQuestion({ action, intent, isBusy: false, failure: undefined })
        return
      }
      void run(intent).then((outcome) => {
        if (outcome.state !== 'failed') return
        const { message } = outcome.failure
        notify(message, { type: 'error', messageArgs: { _: message }, autoHideDuration: null })
      })
    },
    [definition, run, notify],
  )

  const confirm = useCallback(
    (input: Readonly<Record<string, unknown>>) => {
      if (question === undefined || question.isBusy) return
      const intent = { ...question.intent, input }
      setQuestion({ ...question, isBusy: true, failure: undefined })
      void run(intent).then((outcome) =>
        setQuestion(outcome.state === 'failed' ? { ...question, isBusy: false, failure: outcome.failure } : undefined),
      )
    },
    [question, run],
  )

  const cancel = useCallback(() => setQuestion((open) => (open?.isBusy === true ? open : undefined)), [])
  return useMemo(() => ({ start, busy, question, confirm, cancel }), [start, busy, question, confirm, cancel])
}
