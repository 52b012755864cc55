import type { ListResource } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { usePopover } from '../ui/Menu.tsx'
import type { FormFilters } from '../query/formFilters.ts'

/** A separate chunk: most lists have no filter form, and most visits do not open it. */
const FilterPanel = lazyComponent(async () => (await import('./FilterPanel.tsx')).FilterPanel, null)

interface FilterFormProps {
  readonly definition: ListResource
  readonly filters: FormFilters
  /** The filter whose field gets the focus first. The default is the first field for words. */
  readonly wanted: string | undefined
  readonly onApply: (filters: FormFilters) => void
}

/** The button of a list's filter form. Escape and Apply close the form and return the focus to the button. */
export const FilterForm = ({ definition, filters, wanted, onApply }: FilterFormProps) => {
  const { isOpen, setOpen, closeBack, button, root } = usePopover()
  const label = definition.list.filterForm?.label ?? ''
  const apply = (filled: FormFilters) => {
    closeBack()
    onApply(filled)
  }
  const isActive = Object.keys(filters).length > 0
  return (
    <div className="cs-menu" {...root}>
      <Button
        ref={button}
        look={isActive ? 'active' : 'outline'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-filter-form=""
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {label}
        <Icon name="chevron" />
      </Button>
      {isOpen && <FilterPanel {...{ label, definition, filters, wanted }} onApply={apply} onClose={closeBack} />}
    </div>
  )
}
