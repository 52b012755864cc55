import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { permissionFor } from '../data/permissions.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { listParamsOf, listQuery } from '../query/listQuery.ts'
import { parseListUrl } from '../query/listUrl.ts'
import { Button } from '../ui/Button.tsx'
import { useOpenList } from './useOpenList.ts'

interface FoundLinkProps {
  readonly definition: ListResource
  /** The field of the record that has the value. */
  readonly field: string
  readonly value: string
  readonly permissions: readonly string[]
}

const isSame = (own: unknown, value: string): boolean =>
  (typeof own === 'string' || typeof own === 'number') && String(own).toLowerCase() === value.toLowerCase()

/**
 * A value that leads to the record that has it. Its list is searched for it when the person asks, so no address has the
 * value. Where there is not exactly one such record, or the search fails, the list itself opens with the search.
 */
export const FoundLink = ({ definition, field, value, permissions }: FoundLinkProps) => {
  const client = useQueryClient()
  const provider = useDataProvider()
  const navigate = useNavigate()
  const openList = useOpenList()
  const [isBusy, setBusy] = useState(false)
  const own = definition.record.properties[field]
  const text = typeof own === 'object' && own.display === 'code' ? <code>{value}</code> : value
  const mayOpen = ['list', 'show'].every((page) =>
    permissions.includes(permissionFor([definition], definition.name, page) ?? ''),
  )
  if (!mayOpen) return text
  const open = async () => {
    setBusy(true)
    const params = listParamsOf(definition, { ...parseListUrl(definition, ''), search: value })
    const found = await client.fetchQuery(listQuery(definition.name, params, provider)).catch(() => undefined)
    const [only, ...more] = found?.data.filter((row) => isSame(row[field], value)) ?? []
    const to = only === undefined || more.length > 0 ? undefined : recordPathOf(definition, only.id)
    setBusy(false)
    if (to === undefined) openList(definition, { search: value })
    else await navigate(to)
  }
  return (
    <Button
      look="link"
      className="cs-found"
      aria-disabled={isBusy || undefined}
      title={`Open in ${definition.label}`}
      onClick={() => void open()}
    >
      {text}
    </Button>
  )
}
