import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { Drawer } from '../../ui/Drawer.tsx'
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery.ts'
import { FilterFields } from './FilterFields.tsx'
import type { FilterFieldsProps } from './FilterFields.tsx'
import './filterForm.css'

interface FilterPanelProps extends FilterFieldsProps {
  readonly label: string
  /** The filter whose field has the focus at first; the first one by default. */
  readonly wanted: string | undefined
  /** Closes without applying. */
  readonly onClose: () => void
}

/** The focus in the field that is wanted, else in the first one. */
function useFirstFocus(panel: RefObject<HTMLElement | null>, wanted: string | undefined): void {
  useEffect(() => {
    const field = wanted === undefined ? 'input, select' : `[data-filter="${wanted}"]`
    panel.current?.querySelector<HTMLElement>(field)?.focus()
  }, [panel, wanted])
}

const AnchoredPanel = ({ label, wanted, ...fields }: Omit<FilterPanelProps, 'onClose'>) => {
  const ref = useRef<HTMLDialogElement>(null)
  useFirstFocus(ref, wanted)
  return (
    <dialog className="cs-menu-panel cs-filter-panel" open aria-label={label} ref={ref}>
      <FilterFields {...fields} />
    </dialog>
  )
}

const FilterSheet = ({ label, wanted, onClose, ...fields }: FilterPanelProps) => {
  const ref = useRef<HTMLDivElement>(null)
  useFirstFocus(ref, wanted)
  return (
    <Drawer kind="sheet" title={label} onClose={onClose}>
      <div className="cs-filter-sheet" ref={ref}>
        <FilterFields {...fields} />
      </div>
    </Drawer>
  )
}

/** Where a filter form is filled in: a panel below its button, on a phone a sheet. The first field has the focus. */
export const FilterPanel = (props: FilterPanelProps) =>
  useMediaQuery(PHONE) ? <FilterSheet {...props} /> : <AnchoredPanel {...props} />
