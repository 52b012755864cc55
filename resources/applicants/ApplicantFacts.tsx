import type { Fact } from '../../language/show.ts'
import type { FactsProps } from '../../src/console/extensions.ts'
import { FactList } from '../../src/show/FieldsBlock.tsx'
import { FactValue } from '../../src/values/FactValue.tsx'
import { applicantsOf, isOtherEmail, isUnequal, secondPlaceOf, type Person } from './applicants.ts'
import '../../src/ui/grid.css'
import './applicants.css'

type Model = FactsProps['model']

const Expected = ({ model, fact }: { readonly model: Model; readonly fact: Fact }) =>
  isOtherEmail(fact, model.detail) ? <span className="cs-badge cs-differs">differs from Email ID</span> : null

const bothCells = (model: Model, fact: Fact, people: readonly Person[]) => {
  const place = secondPlaceOf(fact)
  if (place === undefined) {
    return (
      <td colSpan={2}>
        <FactValue model={model} fact={fact} place={fact.path} />
        <Expected model={model} fact={fact} />
      </td>
    )
  }
  const [first, second] = people.map(({ label, name }) => name ?? label)
  return (
    <>
      <td>
        <FactValue model={model} fact={fact} place={fact.path} of={first} />
      </td>
      <td>
        <FactValue model={model} fact={fact} place={place} of={second} />
        {isUnequal(fact, model.detail) && <span className="cs-badge cs-differs">differs</span>}
      </td>
    </>
  )
}

/** Both applicants side by side. A fact that is not about one applicant spans both columns. */
const SideBySide = ({ model, facts, people }: FactsProps & { readonly people: readonly Person[] }) => (
  <table className="cs-grid cs-sides">
    <thead>
      <tr>
        <th scope="col">
          <span className="cs-visually-hidden">Field</span>
        </th>
        {people.map(({ label, name }) => (
          <th key={label} scope="col">
            {label}
            {name !== undefined && <span className="cs-sides-name">{name}</span>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {facts.map((fact) => (
        <tr key={fact.label}>
          <th scope="row">{fact.label}</th>
          {bothCells(model, fact, people)}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The facts about the applicants: side by side when the account has two and the values belong to both. */
export const ApplicantFacts = ({ model, facts }: FactsProps) => {
  const people = facts.some((fact) => secondPlaceOf(fact) !== undefined) ? applicantsOf(model.detail) : []
  return people.length === 0 ? (
    <FactList model={model} facts={facts} noteOf={(fact) => <Expected model={model} fact={fact} />} />
  ) : (
    <SideBySide model={model} facts={facts} people={people} />
  )
}
