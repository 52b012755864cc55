import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useGetOne } from 'ra-core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FormLayout, FormSubject } from '../../language/form.ts'
import { isEqual, valueAt } from '../../language/pointer.ts'
import { sessionOver } from '../data/failure.ts'
import { useConsoleProvider, type ScreenProvider } from '../data/useConsoleProvider.ts'
import { formatValue } from '../format/formatValue.ts'
import { textIn, typedAs, type InputValues } from '../inputs/inputValue.ts'
import type { Row } from '../model/columns.ts'
import { detailMeta } from '../query/detailQuery.ts'
import { formErrors } from './fieldError.ts'

/** One page is enough, because the search puts exact matches first. */
const FIRST_PAGE = { page: 1, perPage: 50 } as const

/** How long an answer is used before the records are looked up again, in ms. */
const FRESH_MS = 60_000

/** How long typing has to rest before the records are looked up, in ms. */
const REST_MS = 400

/** How long a submission waits for the records that it is about, in ms. */
const PATIENCE_MS = 5000

const isMeant = (record: Row, { key }: FormSubject, value: string): boolean =>
  formatValue('text', record[key]).toLowerCase() === value.toLowerCase()

/** The query for the records that a form is about: those that have the value, in any case. */
const subjectQuery = (provider: ScreenProvider, about: FormSubject | undefined, value: string) =>
  queryOptions({
    queryKey: [about?.resource, 'subject', about?.key, value.toLowerCase()],
    queryFn: async ({ signal }): Promise<readonly Row[]> => {
      if (about === undefined) return []
      const sort = { field: 'id', order: 'ASC' } as const
      const params = { pagination: FIRST_PAGE, sort, filter: {}, meta: { search: value }, signal }
      const { data, total, pageInfo } = await provider.getList<Row>(about.resource, params)
      // After the session ends, react-admin answers with a list without total and pageInfo. That is not an answer.
      if (total === undefined && pageInfo === undefined) throw sessionOver()
      return data.filter((record) => isMeant(record, about, value))
    },
    retry: false,
    staleTime: FRESH_MS,
  })

/** The records that a form is about. */
export interface Subject {
  /** `undefined` until they are known. */
  readonly records: readonly Row[] | undefined
  readonly state: 'looking' | 'failed' | 'found' | 'none' | 'idle'
  /** What was looked up; empty for nothing. */
  readonly value: string
}

/** Looks up the records that have a value; an empty one looks up nothing. */
export function useFoundRecords(about: FormSubject | undefined, value: string): Subject {
  const provider = useConsoleProvider()
  const query = useQuery({ ...subjectQuery(provider, about, value), enabled: about !== undefined && value !== '' })
  const { data: records, isError, fetchStatus } = query
  if (records !== undefined) return { records, value, state: records.length > 0 ? 'found' : 'none' }
  return { records, value, state: isError ? 'failed' : fetchStatus === 'idle' ? 'idle' : 'looking' }
}

/** The value that the records are looked up by, once typing rests. Empty while it is not valid. */
function useSettledValue(layout: FormLayout, typed: InputValues): string {
  const { about, fields } = layout
  const name = about?.field ?? ''
  const isValid = about !== undefined && formErrors(layout, typed)[name] === undefined
  const value = isValid ? typedAs(fields[name] ?? {}, textIn(typed[name]).trim()) : ''
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled.toLowerCase() === value.toLowerCase() ? value : ''
}

/** How all the records spell the value that a form goes by; `undefined` where they do not agree. */
const spellingIn = (records: readonly Row[], { key }: FormSubject): string | undefined => {
  const [first, ...others] = records.map((record) => record[key])
  return typeof first === 'string' && others.every((other) => other === first) ? first : undefined
}

/** The values that a record has now, for the fields of a form that say where (`field`). */
function currentValues({ fields }: FormLayout, detail: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { field }]) => {
      const value = field?.startsWith('/') === true ? valueAt(detail, field as `/${string}`) : undefined
      return (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : []
    }),
  )
}

/** The records that a form on screen is about, and what they have now. */
export interface FormSubjectState {
  readonly subject: Subject
  /** The present values by field, as far as they are known. */
  readonly current: Readonly<Record<string, string>>
  /** The spelling of the records, if it differs from the typed value. */
  readonly spelling: string | undefined
  /**
   * The values to send, with the one that the records are found by in their spelling, and the first record. It waits
   * for the lookup, but not long: the service decides.
   */
  readonly identify: (values: Row) => Promise<{ readonly values: Row; readonly record: Row | undefined }>
}

/** Looks up what a form is about while it is filled in. */
export function useFormSubject(layout: FormLayout, typed: InputValues): FormSubjectState {
  const { about, fields } = layout
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const value = useSettledValue(layout, typed)
  const subject = useFoundRecords(about, value)
  const [first] = subject.records ?? []
  const hasCurrent = Object.values(fields).some(({ field }) => field?.startsWith('/') === true)
  const { data: detail } = useGetOne<Row>(
    about?.resource ?? '',
    { id: String(first?.id ?? ''), meta: detailMeta },
    { retry: false, staleTime: FRESH_MS, enabled: hasCurrent && first !== undefined },
  )
  const current = useMemo(() => (first === undefined ? {} : currentValues(layout, detail)), [first, layout, detail])
  const spelling = about && subject.records && spellingIn(subject.records, about)
  const identify = useCallback(
    async (values: Row) => {
      const typedValue = values[about?.field ?? '']
      if (about === undefined || typeof typedValue !== 'string') return { values, record: undefined }
      const found = client.fetchQuery(subjectQuery(provider, about, typedValue)).catch(() => [])
      const late = new Promise<readonly Row[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))
      const records = await Promise.race([found, late])
      const spelled = spellingIn(records, about)
      return { values: spelled === undefined ? values : { ...values, [about.field]: spelled }, record: records[0] }
    },
    [about, client, provider],
  )
  return {
    subject,
    current,
    spelling: isEqual(spelling, textIn(typed[about?.field ?? '']).trim()) ? undefined : spelling,
    identify,
  }
}
