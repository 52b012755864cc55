import { FactLine, Facts } from '../ui/Facts.tsx'
import type { Result } from '../../language/action.ts'
import { valueAt } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import type { Fact } from '../../language/show.ts'
import { readFact } from '../format/readFact.ts'
import { drawFact, Unreadable } from './FactValue.tsx'

const ResultFact = ({ fact, values }: { readonly fact: Fact; readonly values: unknown }) => {
  const read = readFact(fact, fact.path, values)
  return (
    <FactLine label={fact.label}>
      {read.isReadable ? drawFact(fact, read.text) : <Unreadable why={read.why} />}
    </FactLine>
  )
}

interface ResultFactsProps {
  readonly result: Result
  /** The call's answer, by its declared types. */
  readonly answer: unknown
}

/** An answer as labelled values, '-' for a missing one, or the empty text. It works on any page. */
export const ResultFacts = ({ result: { path = '', facts, emptyText }, answer }: ResultFactsProps) => {
  const values = valueAt(answer, path)
  // A text in place of the declared values is a message from the service (D-185).
  if (typeof values !== 'object' || !isPresent(values)) return <p className="cs-muted">{emptyText}</p>
  return (
    <Facts kind="lines">
      {facts.map((fact) => (
        <ResultFact key={fact.label} fact={fact} values={values} />
      ))}
    </Facts>
  )
}
