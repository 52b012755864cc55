import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useGetOne } from 'ra-core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { plainText } from '../../language/plainText.ts'
import { isMaskedField } from '../../language/personal.ts'
import { changedPlaces, type FormField, type FormLayout, type FormSubject } from '../../language/form.ts'
import { isEqual, isPointer, pointerOf, valueAt } from '../../language/pointer.ts'
import { sessionOver } from '../data/failure.ts'
import { subjectKey, useConsoleProvider, type ScreenProvider } from '../data/useConsoleProvider.ts'
import { copiedText } from '../format/copiedText.ts'
import { formatValue } from '../format/formatValue.ts'
import { unreadableAt, unreadableIn } from '../../language/unreadable.ts'
import { errorsOf } from '../inputs/fieldErrors.ts'
import { textIn, typedAs, type InputValues } from '../inputs/inputValue.ts'
import type { Row } from '../model/columns.ts'
import type { OfferedChoice } from '../ui/useOffered.tsx'
import { listResource } from '../model/consoleModel.ts'
import { detailMeta } from '../query/detailQuery.ts'
import type { ListParams } from '../query/listQuery.ts'
import { firstFound } from '../query/firstFound.ts'
import { sentSearch } from '../query/typedSearch.ts'
import { placesIn, textsOf } from './subjectText.ts'
import { FIRST_PAGE } from '../query/useRecordId.ts'

/** How long an answer is used before the records are looked up again, in ms. */
const FRESH_MS = 60_000

/** How long typing has to rest before the records are looked up, in ms. */
const REST_MS = 400

/** How long a submission waits for the records that it is about, in ms. */
export const PATIENCE_MS = 5000

/** The fewest characters of a value that records are searched for by. */
const FEWEST = 3

const isMeant = (record: Row, { key }: FormSubject, value: string): boolean =>
  formatValue('text', record[key]).toLowerCase() === value.toLowerCase()

/** What a search finds. */
interface FoundRecords {
  /** The records that have the very value, in any case, with what is shown of their details. */
  readonly records: readonly Row[]
  /** The others. */
  readonly others: readonly Row[]
}

/** The record with the values of its detail that are shown or tested, by their places. What could not be read is missing. */
async function withDetail(provider: ScreenProvider, about: FormSubject, record: Row, signal: AbortSignal) {
  const places = placesIn(about)
  if (places.length === 0) return record
  const params = { id: record.id, meta: detailMeta, signal }
  const detail = await provider.getOne<Row>(about.resource, params).catch(() => undefined)
  const known = places.filter((place) => unreadableIn(detail?.data, place) === undefined)
  return { ...record, ...Object.fromEntries(known.map((place) => [place, valueAt(detail?.data, place)])) }
}

/** The query for the records that a form is about, and for others that the list's search finds by the same text. */
const subjectQuery = (provider: ScreenProvider, about: FormSubject | undefined, value: string) =>
  queryOptions({
    queryKey: [...subjectKey(about?.resource ?? ''), about?.key, about && placesIn(about), value.toLowerCase()],
    queryFn: async ({ signal }): Promise<FoundRecords> => {
      if (about === undefined) return NO_RECORDS
      const sort = { field: 'id', order: 'ASC' } as const
      const definition = listResource(about.resource)
      const read = async (meta: ListParams['meta']) => {
        const params = { pagination: FIRST_PAGE, sort, filter: {}, meta, signal }
        const { data, total, pageInfo } = await provider.getList<Row>(about.resource, params)
        // After the session ends, react-admin answers with a list without total and pageInfo. That is not an answer.
        if (total === undefined && pageInfo === undefined) throw sessionOver()
        return data
      }
      const data = await (definition === undefined ? read({ search: value }) : firstFound(definition, value, read))
      const meant = data.filter((record) => isMeant(record, about, value))
      return {
        records: await Promise.all(meant.map((record) => withDetail(provider, about, record, signal))),
        others: data.filter((record) => !meant.includes(record)),
      }
    },
    retry: false,
    staleTime: FRESH_MS,
  })

const NO_RECORDS: FoundRecords = { records: [], others: [] }

/** The records that a form is about. */
export interface Subject {
  /** `undefined` until they are known. */
  readonly records: readonly Row[] | undefined
  /** Records that do not have the value, and are found by it: by a name, or by part of a number. */
  readonly others: readonly Row[]
  readonly state: 'looking' | 'failed' | 'found' | 'none' | 'idle'
  /** What was looked up; empty for nothing. */
  readonly value: string
  /** True while it is looked up, also again. */
  readonly isReading: boolean
  /** Looks it up again. */
  readonly retry: () => void
}

/**
 * Looks up the records that have a value; an empty one looks up nothing.
 *
 * @param staleTime how long an earlier answer is used, in ms
 */
export function useFoundRecords(about: FormSubject | undefined, value: string, staleTime = FRESH_MS): Subject {
  const provider = useConsoleProvider()
  const isAsked = about !== undefined && value !== ''
  const query = useQuery({ ...subjectQuery(provider, about, value), enabled: isAsked, staleTime })
  const { data: found, isError, fetchStatus, refetch } = query
  const isReading = fetchStatus !== 'idle'
  const own = { value, isReading, retry: () => void refetch() }
  if (found !== undefined) return { ...found, ...own, state: found.records.length > 0 ? 'found' : 'none' }
  const state = isReading ? 'looking' : isError ? 'failed' : 'idle'
  return { records: undefined, others: NO_RECORDS.others, ...own, state }
}

/** The value that the records are looked up by, once typing rests or at once with `settle`. Empty while there is too little of it. */
function useSettledValue(layout: FormLayout, typed: InputValues) {
  const { about, fields } = layout
  const name = about?.field ?? ''
  const text = about === undefined ? '' : copiedText(typedAs(fields[name] ?? {}, plainText(textIn(typed[name]))))
  const value = text.length < FEWEST ? '' : text
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  const isSettled = settled.toLowerCase() === value.toLowerCase()
  return { value: isSettled ? value : '', isSettled, settle: () => setSettled(value) }
}

interface Sought {
  readonly typed: string
  /** True if the typed text can be sent as it is. */
  readonly isValue: boolean
}

/** The records that were found by something else, by the value that the form goes by. */
function choicesOf(about: FormSubject, others: readonly Row[], { typed, isValue }: Sought): readonly OfferedChoice[] {
  const named = others.filter((record) => typeof record[about.key] === 'string' && record[about.key] !== '')
  const byValue = Map.groupBy(named, (record) => String(record[about.key]))
  return [...byValue].map(([value, records]) => {
    const texts = records.map((record) => textsOf(record, about))
    const isOnly = others.length === 1 && !isValue
    const isMeant = others.length === 1 && texts.flat().some((text) => text.toLowerCase() === typed.toLowerCase())
    const shown = new Set([...texts.flatMap((each) => each.slice(0, 2)), value])
    return { value, label: [...shown].join(' · '), isMeant, isOnly }
  })
}

/** How all the records spell the value that a form goes by; `undefined` where they do not agree. */
const spellingIn = (records: readonly Row[], { key }: FormSubject): string | undefined => {
  const [first, ...others] = records.map((record) => record[key])
  return typeof first === 'string' && others.every((other) => other === first) ? first : undefined
}

/** Values that a record has now, by field: empty where it has none, and `null` for one that could not be read. */
export type PresentValues = Readonly<Record<string, string | null>>

/** The value that a record has now for a field that says where (`field`); `undefined` where it is not known. */
function presentValue({ field }: FormField, record: Row, detail: unknown): PresentValues[string] | undefined {
  if (field === undefined || (isPointer(field) && detail === undefined)) return undefined
  const [source, place] = isPointer(field) ? [detail, field] : [record, pointerOf([field])]
  if (unreadableAt(source, place) !== undefined) return null
  const value = valueAt(source, place) ?? ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** What a record has now, for the fields of a form: the required ones start with it (`started`), where it is not masked. */
function currentValues({ fields }: FormLayout, record: Row, detail: unknown) {
  const all = Object.entries(fields).flatMap(([name, field]) => {
    const value = presentValue(field, record, detail)
    return value === undefined ? [] : [{ name, field, value }]
  })
  const current = all.flatMap(({ name, field, value }) =>
    field.required === undefined ? [[name, value] as const] : [],
  )
  const started = all.flatMap(({ name, field, value }) =>
    field.required === undefined || isMaskedField(field.schema) || value === null || value === ''
      ? []
      : [[name, value] as const],
  )
  return { current: Object.fromEntries(current), started: Object.fromEntries(started) }
}

/** What a record has now, for the required fields of a form (`started`) and the others. */
function useCurrentValues(layout: FormLayout, record: Row | undefined) {
  const hasCurrent = changedPlaces(layout).length > 0
  const { data: detail, isFetching } = useGetOne<Row>(
    layout.about?.resource ?? '',
    { id: String(record?.id ?? ''), meta: detailMeta },
    { retry: false, staleTime: FRESH_MS, enabled: hasCurrent && record !== undefined },
  )
  return useMemo(() => {
    const known = record === undefined ? { current: {}, started: {} } : currentValues(layout, record, detail)
    return { ...known, isFetching }
  }, [layout, record, detail, isFetching])
}

/** The records that a form on screen is about, and what they have now. */
export interface FormSubjectState {
  readonly subject: Subject
  /** True if the typed text can be sent as it is. */
  readonly isValue: boolean
  /** What the form can go by instead of the typed text: the values of the records that are found by it. */
  readonly choices: readonly OfferedChoice[]
  /** The present values by field, as far as they are known. Without the required fields, which start with theirs. */
  readonly current: PresentValues
  readonly started: Readonly<Record<string, string>>
  /** The spelling of the records, if it differs from the typed value. */
  readonly spelling: string | undefined
  /**
   * The values to send, with the one that the records are found by in their spelling, and the records. It waits for the
   * lookup, but not long: the service decides.
   */
  readonly identify: (values: Row) => Promise<{ readonly values: Row; readonly records: readonly Row[] }>
  /** True while it is not known what the typed value finds, and what that has now. */
  readonly isLooking: boolean
  /** Looks up what is typed at once, without waiting until typing rests. */
  readonly lookNow: () => void
}

/**
 * The record that the form before was about, until this one has found its own: to go on with the same one. It is kept in memory for
 * some minutes.
 */
function useLastSubject(about: FormSubject | undefined, { records }: Subject, isNeeded: boolean): Row | undefined {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const key = useMemo(() => [...subjectKey(about?.resource ?? ''), 'last'], [about])
  const [last, setLast] = useState(() => client.getQueryData<Row>(key))
  const only = records?.length === 1 ? records[0] : undefined
  useEffect(() => {
    if (only !== undefined) client.setQueryData(key, only)
  }, [client, key, only])
  if (only !== undefined && last !== undefined) setLast(undefined)
  const value = about && last && isNeeded ? formatValue('text', last[about.key]) : ''
  // What the form before has changed may be what the record is found by.
  const { data, isFetching } = useQuery({ ...subjectQuery(provider, about, value), enabled: value !== '' })
  const [again, ...others] = isFetching ? [] : (data?.records ?? [])
  return again?.id === last?.id && others.length === 0 ? again : undefined
}

/** Looks up what a form is about while it is filled in. */
export function useFormSubject(layout: FormLayout, typed: InputValues): FormSubjectState {
  const { about } = layout
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const { value, isSettled, settle } = useSettledValue(layout, typed)
  const subject = useFoundRecords(about, value)
  const { records, others } = subject
  const [first] = records ?? []
  const { current, started, isFetching } = useCurrentValues(layout, first)
  const spelling = about && subject.records && spellingIn(subject.records, about)
  const isFound = subject.state === 'found'
  const definition = about && listResource(about.resource)
  const sought = definition === undefined ? value : sentSearch(definition, value)
  const text = textIn(typed[about?.field ?? ''])
  const isEmpty = text === ''
  const field = layout.fields[about?.field ?? '']
  // The record of the form before is found by nothing that was typed.
  const isValue = isEmpty || field === undefined || errorsOf(field, text, '').length === 0
  const last = useLastSubject(about, subject, isEmpty)
  const choices = useMemo(() => {
    if (about === undefined || isFound) return []
    return choicesOf(about, isEmpty && last !== undefined ? [last] : others, { typed: sought, isValue })
  }, [about, isFound, isEmpty, isValue, last, others, sought])
  const identify = useCallback(
    async (values: Row) => {
      const typedValue = values[about?.field ?? '']
      if (about === undefined || typeof typedValue !== 'string') return { values, records: [] }
      const found = client.fetchQuery(subjectQuery(provider, about, typedValue)).catch(() => NO_RECORDS)
      const late = new Promise<FoundRecords>((resolve) => setTimeout(() => resolve(NO_RECORDS), PATIENCE_MS))
      const { records } = await Promise.race([found, late])
      const spelled = spellingIn(records, about)
      return { values: spelled === undefined ? values : { ...values, [about.field]: spelled }, records }
    },
    [about, client, provider],
  )
  return {
    subject,
    isValue,
    choices,
    current,
    started,
    spelling: isEqual(spelling, text.trim()) ? undefined : spelling,
    identify,
    isLooking: !isSettled || subject.isReading || isFetching,
    lookNow: settle,
  }
}
