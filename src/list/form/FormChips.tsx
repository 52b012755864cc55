import type { ListResource } from '../../../language/resource.ts'
import { Chip } from '../Chip.tsx'
import { heldFilters } from './formFilters.ts'
import type { FormFilters } from './formFilters.ts'

interface FormChipsProps {
  readonly definition: ListResource
  readonly filters: FormFilters
  readonly onChange: (filters: FormFilters) => void
}

/** Each filter of the form that holds, as a chip that takes it away. */
export const FormChips = ({ definition, filters, onChange }: FormChipsProps) =>
  heldFilters(definition, filters).map(({ name, label, text }) => (
    <Chip
      key={name}
      section={label}
      value={text}
      onRemove={() => onChange(Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name)))}
    />
  ))
