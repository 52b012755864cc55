import { useCallback, useRef, useState } from 'react'
import type { ListResource } from '../../../language/resource.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useDismiss } from '../../ui/useDismiss.ts'
import type { FormFilters } from './formFilters.ts'

/** A chunk of its own: most lists have no such form, and most visits do not open it. */
const FilterPanel = lazyComponent(async () => (await import('./FilterPanel.tsx')).FilterPanel, null)

interface FilterFormProps {
  readonly definition: ListResource
  readonly filters: FormFilters
  /** The filter whose field has the focus at first; the first one by default. */
  readonly wanted: string | undefined
  readonly onApply: (filters: FormFilters) => void
}

/** The button of a list's filter form. Escape and Apply close the form and give the focus back. */
export const FilterForm = ({ definition, filters, wanted, onApply }: FilterFormProps) => {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const dismiss = useCallback(() => setOpen(false), [])
  useDismiss(root, isOpen, dismiss)
  const close = useCallback(() => {
    setOpen(false)
    button.current?.focus()
  }, [])
  const label = definition.list.filterForm?.label ?? ''
  const apply = (filled: FormFilters) => {
    close()
    onApply(filled)
  }
  const isActive = Object.keys(filters).length > 0
  return (
    <div className="cs-menu" ref={root}>
      <button
        ref={button}
        type="button"
        className={isActive ? 'cs-button cs-button--active' : 'cs-button'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-filter-form=""
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {label}
        <Icon name="chevron" />
      </button>
      {isOpen && <FilterPanel {...{ label, definition, filters, wanted }} onApply={apply} onClose={close} />}
    </div>
  )
}
