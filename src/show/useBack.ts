import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { valueAt } from '../../language/pointer.ts'
import type { ListResource } from '../../language/resource.ts'
import { isReadOf } from '../data/useConsoleProvider.ts'
import { listPathOf } from '../model/consoleModel.ts'
import { formatListUrl, parseListUrl } from '../query/listUrl.ts'
import { leaveOut } from '../queue/recordQueue.ts'
import { useQueue } from '../queue/useRecordQueue.ts'

/** What react-router calls the first location of a tab. */
const FIRST = 'default'

/** The query of the list that this tab was opened from by a click: the list's links tell it to the console alone. */
function openerQuery(definition: ListResource, { key }: Location): string | undefined {
  if (key !== FIRST || !URL.canParse(document.referrer)) return undefined
  const { origin, pathname, search } = new URL(document.referrer)
  const isList = origin === window.location.origin && pathname === listPathOf(definition)
  return isList ? formatListUrl(definition, parseListUrl(definition, search)) : undefined
}

/**
 * The way back from a record's page to the list that it was opened from, which is its own or another one that names it. When
 * that list is the previous history entry `goBack` goes there, which keeps page, filter, search and scroll, and answers
 * true. Otherwise `to` is the list's address: as it was where a click opened this tab; else that of the record's own
 * list (D-44, D-45).
 */
export function useBack(definition: ListResource) {
  const location = useLocation()
  const navigate = useNavigate()
  const query = valueAt(location.state, '/list')
  const other = valueAt(location.state, '/back')
  const isFromList = typeof query === 'string' || typeof other === 'string'
  const opener = isFromList ? undefined : openerQuery(definition, location)
  const own = listPathOf(definition) + (typeof query === 'string' ? query : (opener ?? ''))
  const goBack = useCallback((): boolean => {
    const isPrevious = isFromList && valueAt(window.history.state, '/idx') !== 0
    if (isPrevious) void navigate(-1)
    return isPrevious
  }, [isFromList, navigate])
  return { to: typeof other === 'string' ? other : own, opener, goBack }
}

/**
 * Leaves the page of a record that is gone, and forgets what was read of the record: for the next one of the list that it
 * was opened from, and after the last one for the list.
 */
export function useLeave(definition: ListResource, id: string): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const client = useQueryClient()
  const { to, goBack } = useBack(definition)
  const queue = useQueue()
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      if (!isLeft.current) return
      client.removeQueries({ predicate: isReadOf(definition, id) })
      leaveOut(client, definition, id)
    },
    [client, definition, id],
  )
  const leave = () => {
    isLeft.current = true
    queue?.setGone()
    const leaveForList = () => {
      if (!goBack()) void navigate(to, { replace: true, state: { left: pathname } })
    }
    if (queue === undefined) leaveForList()
    else void queue.goOn().then((isOn) => isOn || leaveForList())
  }
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  // What runs actions keeps this, so the page is not drawn again whenever its place among the records changes.
  return useCallback(() => latest.current(), [])
}
