import { useEffect, useState } from 'react'
import { isValues } from '../../language/pointer.ts'
import { Button } from '../ui/Button.tsx'
import './devProblems.css'

const EVENT = 'countersign:problems'

interface DevProblem {
  readonly code: string
  readonly place: string
  readonly message: string
}

const isProblem = (value: unknown): value is DevProblem =>
  isValues(value) && [value['code'], value['place'], value['message']].every((text) => typeof text === 'string')

const problemsIn = (found: unknown): readonly DevProblem[] => (Array.isArray(found) ? found.filter(isProblem) : [])

/** The problems of the definitions as they are written, reported by the gateway of development. */
function useProblems() {
  const [problems, setProblems] = useState<readonly DevProblem[]>([])
  useEffect(() => {
    const { hot } = import.meta
    const take = (found: unknown) => setProblems(problemsIn(found))
    hot?.on(EVENT, take)
    // A page that is opened later asks for what was reported before.
    hot?.send(EVENT)
    return () => hot?.off(EVENT, take)
  }, [])
  return { problems, hide: () => setProblems([]) }
}

/**
 * Shown over every page in development while changed definitions cannot run: each problem with its code, its place and
 * its remedy. The page behind stays usable with the last definitions that could.
 */
export const DevProblems = () => {
  const { problems, hide } = useProblems()
  if (problems.length === 0) return null
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return (
    <aside className="cs-dev-problems" role="alert" aria-label="Problems of the definitions">
      <div className="cs-row cs-row--between">
        <h2>{count} in the definitions</h2>
        <Button size="small" onClick={hide}>
          Hide
        </Button>
      </div>
      <p className="cs-muted">The page behind runs on the last version without problems.</p>
      <ul className="cs-divided">
        {problems.map(({ code, place, message }) => (
          <li key={`${place} ${code} ${message}`}>
            <div className="cs-row">
              <code>{place}</code>
              <span className="cs-badge">{code}</span>
            </div>
            <p className="cs-dev-problem">{message}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
