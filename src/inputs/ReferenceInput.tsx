import { useQuery } from '@tanstack/react-query'
import { useDataProvider, usePermissions } from 'ra-core'
import { useEffect, useMemo, useState, type ComponentProps } from 'react'
import type { Choice } from '../../language/evidence.ts'
import { plainText } from '../../language/plainText.ts'
import type { ListResource } from '../../language/resource.ts'
import { notConfiguredMark, permissionFor } from '../data/permissions.ts'
import type { Row } from '../model/columns.ts'
import { listResource } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import { listQuery } from '../query/listQuery.ts'
import { defaultSort } from '../query/listOrder.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { useReferenceName } from '../values/ReferenceName.tsx'

/** Records that are read to choose from: some of those found, or all of a list that cannot be searched. */
const MOST_FOUND = 50
const MOST_LISTED = 500

/** Pause after typing, in ms. */
const PAUSE_MS = 250

/** The text after a pause, so that not every letter is searched for. */
function usePaused(text: string | undefined): string | undefined {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === undefined || text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** True when the service searches the list. Otherwise the names that were read are searched. */
const isSearched = ({ list: { search, paging } }: ListResource): boolean => search !== undefined && paging === 'server'

/** The records by their names. Equal names get their ids, which distinguish them. */
function choicesFrom(definition: ListResource, rows: readonly Row[]): readonly Choice[] {
  const named = rows.map((row) => ({ value: String(row.id), label: recordName(definition, row) }))
  const counts = Map.groupBy(named, ({ label }) => label)
  return named.map(({ value, label }) =>
    (counts.get(label)?.length ?? 0) > 1 ? { value, label: `${label} (${value})` } : { value, label },
  )
}

const contains = (label: string, text: string): boolean => label.toLowerCase().includes(plainText(text).toLowerCase())

/**
 * The records to choose from, once there is a text to search for. While the service searches there are none, so that
 * Enter never chooses one that was found by another text.
 */
function useFound(definition: ListResource, text: string | undefined) {
  const provider = useDataProvider()
  const isByService = isSearched(definition)
  const paused = usePaused(text)
  const searched = isByService ? paused : text === undefined ? undefined : ''
  const params = useMemo(() => {
    const search = searched === undefined || searched === '' ? undefined : plainText(searched)
    const perPage = isByService ? MOST_FOUND : MOST_LISTED
    return { pagination: { page: 1, perPage }, sort: { ...defaultSort(definition) }, filter: {}, meta: { search } }
  }, [definition, isByService, searched])
  const isNeeded = definition.list.search?.submit === undefined || searched !== ''
  const isAsked = searched !== undefined && isNeeded
  const { data, isError } = useQuery({ ...listQuery(definition.name, params, provider), enabled: isAsked })
  const all = useMemo(() => choicesFrom(definition, data?.data ?? []), [definition, data])
  const isPaused = isByService && text !== searched
  const choices = isByService ? all : all.filter(({ label }) => contains(label, text ?? ''))
  if (isError) return { choices: [], emptyText: `Couldn't load ${definition.label}` }
  if (data === undefined || isPaused) return { choices: [], emptyText: isNeeded ? 'Loading' : 'Type to search' }
  const isCut = data.pageInfo?.hasNextPage === true && !isByService
  return { choices, emptyText: isCut ? `Nothing found among the first ${MOST_LISTED}` : 'Nothing found' }
}

type Controlled = Omit<ComponentProps<typeof Combobox>, 'choices' | 'chosenLabel' | 'onSearch' | 'emptyText'>

interface FoundInputProps extends Controlled {
  readonly definition: ListResource
  readonly permissions: readonly string[] | undefined
}

const FoundInput = ({ definition, permissions, ...control }: FoundInputProps) => {
  const [text, setText] = useState<string>()
  const { name } = useReferenceName(definition, control.value, permissions)
  const { choices, emptyText } = useFound(definition, text)
  return <Combobox {...control} {...{ choices, emptyText }} chosenLabel={name} onSearch={setText} />
}

interface ReferenceInputProps extends Controlled {
  readonly resource: string
}

/**
 * A record of another resource, found by typing its name: by the service's own search, or among all names. Who may not
 * see the other list types the id.
 */
export const ReferenceInput = ({ resource, ...control }: ReferenceInputProps) => {
  const definition = listResource(resource)
  const { permissions } = usePermissions<readonly string[]>()
  const needed = permissionFor(definition === undefined ? [] : [definition], resource, 'list')
  const isOff = permissions?.includes(notConfiguredMark(`${resource}.list`)) === true
  const mayList = needed !== null && permissions?.includes(needed) === true && !isOff
  if (definition !== undefined && mayList) return <FoundInput {...control} {...{ definition, permissions }} />
  const { onChoose, isReadOnly, ...input } = control
  return (
    <input {...input} className="cs-input" readOnly={isReadOnly} onChange={({ target }) => onChoose(target.value)} />
  )
}
