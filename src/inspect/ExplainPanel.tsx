import { useEffect, useState } from 'react'
import { leavesOf } from '../../language/binding.ts'
import type { Operation } from '../../language/operations.ts'
import { useSession } from '../auth/ShellContext.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { formatValue } from '../format/formatValue.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { endOf, explain } from './explanation.ts'
import { lastRequestOf } from './lastRequests.ts'
import type { Place } from './placeAt.ts'
import { useDrift } from './useDrift.ts'
import './inspect.css'

/** The file and line where a part of a definition is written, in development only. */
function useSource(where: string): string | undefined {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (!import.meta.env.DEV) return undefined
    const asking = new AbortController()
    fetch(`/@source?place=${encodeURIComponent(where)}`, { signal: asking.signal }).then(
      async (answer) => setSource(answer.ok ? await answer.text() : undefined),
      () => setSource(undefined),
    )
    return () => asking.abort()
  }, [where])
  return source
}

/** What a call always sends. Where calls share an address, as by JSON-RPC, it tells them apart. */
const constantsOf = ({ body }: Operation): readonly string[] =>
  leavesOf(body).flatMap(([name, source]) => ('const' in source ? [`${name}: ${String(source.const)}`] : []))

const Request = ({ operation }: { readonly operation: Operation }) => {
  const { id, browserMethod, service, path, method } = operation
  const last = lastRequestOf(id)
  const constants = constantsOf(operation)
  return (
    <>
      <FactLine label="Call">
        <code>
          {browserMethod} /api/{service}
          {path}
        </code>
        {method !== browserMethod && <span className="cs-meta"> {method} at the service</span>}
      </FactLine>
      {constants.length > 0 && (
        <FactLine label="Always sent">
          <code>{constants.join(', ')}</code>
        </FactLine>
      )}
      <FactLine label="Last request">
        {last === undefined
          ? 'none in this tab'
          : `${last.status === 0 ? 'no status' : last.status}, ${Math.round(last.durationMs)} ms, ${formatMoment(last.at)}`}
      </FactLine>
    </>
  )
}

/** What did not fit in answers of the call: at the field, or anywhere. */
const Validation = ({ operation, field }: { readonly operation: Operation; readonly field: string | undefined }) => {
  const { entries, failure } = useDrift()
  if (failure !== undefined) return failure.message
  if (entries === undefined) return 'Loading'
  const found = entries.filter(
    (entry) => entry.operation === operation.id && (field === undefined || entry.path.endsWith(endOf(field))),
  )
  if (found.length === 0) return 'no drift on record'
  return (
    <ul>
      {found.map(({ path, expected, seen, count, lastSeen }) => (
        <li key={`${path} ${expected} ${seen}`}>
          <code>{path}</code> expected {expected}, seen {seen}: {formatValue('number', count)} times, last{' '}
          {formatMoment(lastSeen)}
        </li>
      ))}
    </ul>
  )
}

const Permission = ({ operation, off }: { readonly operation: Operation; readonly off: string | undefined }) => {
  const session = useSession()
  const isHeld = session?.permissions.includes(operation.permission) === true
  const isServed = session?.notConfigured.includes(operation.id) !== true
  const notes = [
    isHeld ? 'held' : 'not held',
    !isServed && 'the call is not configured for this environment',
    off !== undefined && `off: ${off}`,
  ]
  return (
    <>
      <code>{operation.permission}</code> {notes.filter((note) => note !== false).join('; ')}
    </>
  )
}

interface ExplainPanelProps {
  readonly place: Place
  readonly onClose: () => void
}

/** Explains a part of a definition: where it is written, what draws it and why, its call, and what was decided. */
export const ExplainPanel = ({ place, onClose }: ExplainPanelProps) => {
  const { where, component, why, operation, field } = explain(place)
  const source = useSource(where)
  return (
    <Drawer title="Explanation" of={where.replaceAll('.', ' › ')} onClose={onClose}>
      <Facts kind="lines">
        {source !== undefined && (
          <FactLine label="Written in">
            <code>{source}</code>
          </FactLine>
        )}
        <FactLine label="Drawn as">{component}</FactLine>
        <FactLine label="Because of">{why}</FactLine>
        {operation !== undefined && (
          <>
            <Request operation={operation} />
            <FactLine label="Answers">
              <Validation operation={operation} field={field} />
            </FactLine>
            <FactLine label="Permission">
              <Permission operation={operation} off={place.off} />
            </FactLine>
          </>
        )}
      </Facts>
    </Drawer>
  )
}
