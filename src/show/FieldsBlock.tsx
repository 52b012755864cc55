import { Facts } from '../ui/Facts.tsx'
import type { Field, FieldsBlock as FieldsBlockDefinition } from '../../language/show.ts'
import { isPresent } from '../../language/predicate.ts'
import { valueAt } from '../../language/pointer.ts'
import { differsFrom, isUnequal } from './differences.ts'
import { FactValue } from '../values/FactValue.tsx'
import { applicantsOf } from '../console/pageModel.ts'
import type { PageModel, Person } from '../console/pageModel.ts'

interface FieldsProps {
  readonly model: PageModel
  readonly fields: readonly Field[]
}

const Expected = ({ model, field }: { readonly model: PageModel; readonly field: Field }) => {
  const label = differsFrom(model, field)
  return label === undefined ? null : <span className="cs-differs">differs from {label}</span>
}

/** Labelled values of one applicant, in as many columns as there is room for. */
const Pairs = ({ model, fields }: FieldsProps) => (
  <Facts kind="columns">
    {fields.map((field) => (
      <div key={field.label}>
        <dt>{field.label}</dt>
        <dd>
          <FactValue model={model} fact={field} place={field.at} />
          <Expected model={model} field={field} />
        </dd>
      </div>
    ))}
  </Facts>
)

const bothCells = (model: PageModel, field: Field, people: readonly Person[]) => {
  if (field.second === undefined) {
    return (
      <td colSpan={2}>
        <FactValue model={model} fact={field} place={field.at} />
        <Expected model={model} field={field} />
      </td>
    )
  }
  const [first, second] = people.map(({ label, name }) => name ?? label)
  return (
    <>
      <td>
        <FactValue model={model} fact={field} place={field.at} of={first} />
        <Expected model={model} field={field} />
      </td>
      <td>
        <FactValue model={model} fact={field} place={field.second} of={second} />
        {isUnequal(field, model.detail) && <span className="cs-differs">differs</span>}
      </td>
    </>
  )
}

/** Both applicants side by side; what is said of neither alone spans both. */
const SideBySide = ({ model, fields, people }: FieldsProps & { readonly people: readonly Person[] }) => (
  <table className="cs-sides">
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
      {fields.map((field) => (
        <tr key={field.label}>
          <th scope="row">{field.label}</th>
          {bothCells(model, field, people)}
        </tr>
      ))}
    </tbody>
  </table>
)

interface FieldsBlockProps {
  readonly model: PageModel
  readonly block: FieldsBlockDefinition
}

/** Labelled values: side by side where there is a second applicant and the block knows both. */
export const FieldsBlock = ({ model, block: { exists, fields } }: FieldsBlockProps) => {
  if (exists !== undefined && ![exists].flat().some((place) => isPresent(valueAt(model.detail, place)))) {
    return <p className="cs-not-provided">Not provided</p>
  }
  const people = fields.some(({ second }) => second !== undefined) ? applicantsOf(model) : []
  return people.length === 0 ? (
    <Pairs model={model} fields={fields} />
  ) : (
    <SideBySide model={model} fields={fields} people={people} />
  )
}
