import { useQueryClient } from '@tanstack/react-query'
import {
  AddNotificationContext,
  DataProviderContext,
  useAddNotificationContext,
  useDataProvider,
  type DataProvider,
  type NotificationPayload,
  type UpdateParams,
} from 'ra-core'
import { useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react'
import { isEqual, valueAt } from '../../language/pointer.ts'
import { ARRIVED } from '../actions/ChangeNotice.tsx'
import { UNCHANGED } from '../actions/useLookAt.ts'
import { failureOf, mayBeDone, mayBeDoneText, type Failure } from '../data/failure.ts'
import { Button } from '../ui/Button.tsx'
import { RequestId } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'

/** A change that failed, and may have been made all the same, or met another change. */
interface Attempt {
  readonly failure: Failure
  readonly params: UpdateParams
}

const OTHER = 'The record has changed since you saw it. The form now shows it as it is.'

/** What a record that was read again says of an attempt. */
function foundIn({ data, previousData }: UpdateParams, record: unknown): string {
  const has = (values: unknown) => (field: string) =>
    isEqual(valueAt(record, `/${field}`) ?? null, valueAt(values, `/${field}`) ?? null)
  const sent = Object.keys(data).filter(
    (field) => !isEqual(data[field] ?? null, valueAt(previousData, `/${field}`) ?? null),
  )
  if (sent.every(has(data))) return ARRIVED
  return Object.keys(data).every(has(previousData)) ? UNCHANGED : OTHER
}

/** The provider and the notices of a page that is told which of its changes failed without a clear outcome, and of each new one. */
function useWatchedUpdates(onFailed: (failed: Attempt | undefined) => void) {
  const provider = useContext(DataProviderContext)
  const notify = useAddNotificationContext()
  const shown = useRef<unknown>(undefined)
  const watched = useMemo<DataProvider | null>(
    () =>
      provider && {
        ...provider,
        update: async (name, params) => {
          onFailed(undefined)
          try {
            return await provider.update(name, params)
          } catch (error) {
            const failure = failureOf(error)
            const isOpen = mayBeDone(failure) || failure.code === 'RECORD_CHANGED'
            shown.current = isOpen ? valueAt(error, '/message') : undefined
            const message = mayBeDone(failure) ? mayBeDoneText(failure) : failure.message
            if (isOpen) onFailed({ failure: { ...failure, message }, params })
            throw error
          }
        },
      },
    [provider, onFailed],
  )
  const addNotice = useCallback(
    (notice: NotificationPayload) => {
      if (notice.type !== 'error' || notice.message !== shown.current) notify(notice)
    },
    [notify],
  )
  return { watched, addNotice }
}

interface WithOutcomeProps {
  readonly resource: string
  readonly children: ReactNode
}

/**
 * Shows above a page of react-admin that one of its changes has an unknown outcome, or met another change, and offers to look
 * again. It takes the place of react-admin's notice.
 */
export const WithOutcome = ({ resource, children }: WithOutcomeProps) => {
  const { getOne } = useDataProvider()
  const client = useQueryClient()
  const [attempt, setAttempt] = useState<Attempt>()
  const [found, setFound] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const onFailed = useCallback((failed: Attempt | undefined) => {
    setAttempt(failed)
    setFound(undefined)
  }, [])
  const { watched, addNotice } = useWatchedUpdates(onFailed)
  const lookAgain = async ({ params }: Attempt) => {
    setBusy(true)
    try {
      const record: unknown = (await getOne(resource, { id: params.id })).data
      // After an ended session there is no record.
      if (valueAt(record, '/id') === undefined) return
      const text = foundIn(params, record)
      if (text !== UNCHANGED) await client.invalidateQueries({ queryKey: [resource] })
      setAttempt(undefined)
      setFound(text)
    } catch (error) {
      setFound(`The record could not be read again: ${failureOf(error).message}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <DataProviderContext value={watched}>
      <AddNotificationContext value={addNotice}>
        {attempt !== undefined && (
          <Notice tone="danger" isRow role="alert">
            <span>{attempt.failure.message}</span>
            <RequestId failure={attempt.failure} />
            <Button look="plain" isBusy={isBusy} onClick={() => void lookAgain(attempt)}>
              Look again
            </Button>
          </Notice>
        )}
        {found !== undefined && (
          <Notice tone="warning" role="alert">
            <p>{found}</p>
          </Notice>
        )}
        {children}
      </AddNotificationContext>
    </DataProviderContext>
  )
}
