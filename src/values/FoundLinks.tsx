import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, usePermissions } from 'ra-core'
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import type { FoundRecord } from '../../language/list.ts'
import type { ListResource } from '../../language/resource.ts'
import { permissionFor } from '../data/permissions.ts'
import type { Row } from '../model/columns.ts'
import { listResource, recordPathOf, recordsWord } from '../model/consoleModel.ts'
import type { Permissions } from '../model/controlOf.ts'
import { firstFound } from '../query/firstFound.ts'
import { listParamsOf, listQuery, type ListParams } from '../query/listQuery.ts'
import { parseListUrl, recordAddress } from '../query/listUrl.ts'
import { Button } from '../ui/Button.tsx'
import { isNothingFocused } from '../ui/focus.ts'
import { useListBack } from './useListBack.ts'
import { useOpenList } from './useOpenList.ts'

interface FoundValue {
  readonly definition: ListResource
  /** The field of the record that has the value. */
  readonly field: string
  readonly value: string
}

interface SearchedLinkProps extends FoundValue {
  readonly text: ReactNode
}

interface FoundLinkProps extends FoundValue {
  readonly permissions: Permissions
}

const isSame = (own: unknown, value: string): boolean =>
  (typeof own === 'string' || typeof own === 'number') && String(own).toLowerCase() === value.toLowerCase()

/** The address of the record that has the value, if exactly one of these has it. */
function addressOf({ definition, field, value }: FoundValue, rows: readonly Row[] = []): string | undefined {
  const [only, ...more] = rows.filter((row) => isSame(row[field], value))
  return only === undefined || more.length > 0 ? undefined : recordPathOf(definition, only.id)
}

/**
 * A value that leads to the record that has it. Its list is searched for it when the person asks, so no address has the
 * value: it is a button until then, and a link with the record's address from then on. Where there is not exactly one
 * such record, or the search fails, the list itself opens with the search. Where that finds nothing, a notice says so.
 */
const SearchedLink = (props: SearchedLinkProps) => {
  const { definition, value, text } = props
  const provider = useDataProvider()
  const client = useQueryClient()
  const notify = useNotify()
  const openList = useOpenList()
  const back = useListBack()
  const [isBusy, setBusy] = useState(false)
  const wasPressed = useRef(false)
  const link = useRef<HTMLAnchorElement>(null)
  const params = listParamsOf(definition, { ...parseListUrl(definition, ''), search: value })
  // What was found once is kept, so that a late way back to the list finds the link that was pressed.
  const keeping = isBusy ? { gcTime: Infinity } : {}
  const found = useQuery({ ...listQuery(definition.name, params, provider), enabled: false, ...keeping })
  const known = addressOf(props, found.data?.data)
  /** True when the list would find nothing either, which also searches for other orders of the words. */
  const isNowhere = async (): Promise<boolean> => {
    const read = async (meta: ListParams['meta']) =>
      (await client.fetchQuery(listQuery(definition.name, { ...params, meta }, provider))).data
    const rows = await firstFound(definition, value, read).catch(() => undefined)
    return rows?.length === 0
  }
  const open = async (isNewTab: boolean) => {
    wasPressed.current = true
    setBusy(true)
    const rows = (await found.refetch()).data?.data
    const to = addressOf(props, rows)
    const isNone = rows?.length === 0 && (await isNowhere())
    flushSync(() => setBusy(false))
    const none = `No ${recordsWord(definition)} for “${value}”.`
    if (isNone) notify(none, { type: 'info' })
    else if (to === undefined) openList(definition, { search: value })
    else if (isNewTab) window.open(to, '_blank', 'noopener')
    // A press of the link itself, which the list remembers for the way back.
    else link.current?.click()
  }
  const takeFocus = (element: HTMLAnchorElement | null) => {
    link.current = element
    if (wasPressed.current && isNothingFocused()) element?.focus()
  }
  if (known !== undefined)
    return (
      <Link to={known} state={back} ref={takeFocus}>
        {text}
      </Link>
    )
  const press = ({ ctrlKey, metaKey, button }: MouseEvent) => void open(ctrlKey || metaKey || button === 1)
  return (
    <Button
      look="link"
      className="cs-found"
      aria-disabled={isBusy || undefined}
      title={`Open in ${definition.label}`}
      onClick={press}
      onAuxClick={(event) => event.button === 1 && press(event)}
    >
      {text}
    </Button>
  )
}

/** A value as a link to its record, or as text for people who may not open that. An id needs no search. */
const FoundLink = ({ permissions, ...props }: FoundLinkProps) => {
  const { definition, field, value } = props
  const back = useListBack()
  const own = definition.record.properties[field]
  const text = typeof own === 'object' && own.display === 'code' ? <code>{value}</code> : value
  const pages = definition.recordPath === null ? ['list'] : ['list', 'show']
  const mayOpen = pages.every((page) => permissions?.includes(permissionFor([definition], definition.name, page) ?? ''))
  if (!mayOpen) return text
  const address = field === 'id' ? recordAddress(definition, value) : undefined
  if (address === undefined) return <SearchedLink {...props} text={text} />
  return (
    <Link to={address} state={back}>
      {text}
    </Link>
  )
}

interface Part {
  readonly text: string
  readonly lookup?: FoundRecord
}

const wordsLike = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu')

/** A text as the values in it, with the record that has each, and what is between them. */
function partsOf(text: string, lookups: readonly FoundRecord[]): readonly Part[] {
  const found = lookups.flatMap((lookup) =>
    lookup.pattern === undefined
      ? [{ text, index: 0, lookup }]
      : [...text.matchAll(wordsLike(lookup.pattern))].map(({ 0: word, index }) => ({ text: word, index, lookup })),
  )
  let end = 0
  const parts = found
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ text: word, index, lookup }) => {
      // A value inside another one is part of it.
      if (index < end) return []
      const between = text.slice(end, index)
      end = index + word.length
      return [{ text: between }, { text: word, lookup }]
    })
  return [...parts, { text: text.slice(end) }]
}

export interface FoundLinksProps {
  readonly text: string
  readonly lookups: readonly FoundRecord[]
}

/** A text that is the value of a record, or has such values in it, each as a link to the record. */
export const FoundLinks = ({ text, lookups }: FoundLinksProps) => {
  const { permissions } = usePermissions<readonly string[]>()
  if (permissions === undefined) return text
  return partsOf(text, lookups).map(({ text: value, lookup }, index) => {
    const definition = lookup && listResource(lookup.resource)
    if (definition === undefined) return value
    return <FoundLink key={index} {...{ definition, permissions, value }} field={lookup?.field ?? ''} />
  })
}
