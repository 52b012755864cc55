import type { FormLayout } from '../../language/form.ts'
import { firstOf } from '../../language/orderedInputs.ts'
import { listResource } from '../model/consoleModel.ts'
import { drawInRanges } from '../inputs/drawInRanges.tsx'
import type { FieldErrors } from '../inputs/fieldErrors.ts'
import type { OfferedChoice } from '../ui/useOffered.tsx'
import type { PresentValues } from '../subject/useSubject.ts'
import { ConnectedField } from './FormField.tsx'

interface FormFieldsProps {
  readonly form: FormLayout
  /** The fields to draw; all of them by default. */
  readonly names?: readonly string[]
  readonly errors: FieldErrors
  /** The values that the record has now, by field. */
  readonly current?: PresentValues
  /** What the form can go by instead of what is typed. */
  readonly choices?: readonly OfferedChoice[]
  /** True while the field that unlocks the others is not valid. */
  readonly isLocked: boolean
  /** True if the form cannot be sent from here. */
  readonly isOff: boolean
  /** True while no one has tried to leave the fields, so that only those that were touched show errors. */
  readonly isFresh?: boolean
  /** Called when a field is left. */
  readonly onLeave?: () => void
}

const NO_CHOICES: readonly OfferedChoice[] = []

/** The fields of a form in their order. If they wait for another field, a line says for which one. */
export const FormFields = ({
  form,
  errors,
  current = {},
  choices = NO_CHOICES,
  isLocked,
  isOff,
  isFresh = false,
  onLeave,
  ...props
}: FormFieldsProps) => {
  const { fields, unlockedBy, about } = form
  const { names = Object.keys(fields) } = props
  const search = about && listResource(about.resource)?.list.search
  const draw = (name: string, isFieldOff: boolean) => {
    const own = fields[name]
    const isSearched = name === about?.field
    const field = isSearched && own && search?.placeholder ? { ...own, placeholder: search.placeholder } : own
    return field === undefined ? null : (
      <ConnectedField
        key={name}
        {...{ name, field, errors, isFresh, onLeave }}
        current={current[name]}
        isOff={isFieldOff}
        offered={isSearched ? choices : undefined}
      />
    )
  }
  const key = unlockedBy === undefined ? undefined : fields[unlockedBy]
  const drawAll = (own: readonly string[], isFieldOff: boolean) =>
    drawInRanges({ names: own, firstOf: (name) => firstOf(fields[name]), draw: (name) => draw(name, isFieldOff) })
  if (unlockedBy === undefined || key === undefined) return drawAll(names, isOff)
  const others = names.filter((name) => name !== unlockedBy)
  return (
    <>
      {draw(unlockedBy, isOff)}
      {others.length > 0 && (
        <p className="cs-note">
          {isLocked ? `The other fields open once ${key.label} is valid.` : 'Fill in what is to be changed.'}
        </p>
      )}
      <div className="cs-form-pairs">{drawAll(others, isOff || isLocked)}</div>
    </>
  )
}
