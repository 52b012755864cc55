import { useCallback, useEffect, useId, useRef } from 'react'
import type { RefObject, SyntheticEvent } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { useDelegatedClick } from '../../ui/useDelegatedClick.ts'
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery.ts'
import { useModal } from '../../ui/useModal.ts'
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

const AnchoredPanel = ({ label, wanted, onClose, ...fields }: FilterPanelProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  useFirstFocus(ref, wanted)
  useEffect(() => {
    const panel = ref.current
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }
    panel?.addEventListener('keydown', escape)
    return () => panel?.removeEventListener('keydown', escape)
  }, [onClose])
  return (
    <dialog className="cs-menu-panel cs-filter-panel" open aria-label={label} ref={ref}>
      <FilterFields {...fields} />
    </dialog>
  )
}

const FilterSheet = ({ label, wanted, onClose, ...fields }: FilterPanelProps) => {
  const closeOutside = useCallback(
    (target: Element) => {
      if (target instanceof HTMLDialogElement) onClose()
    },
    [onClose],
  )
  const ref = useDelegatedClick<HTMLDialogElement>(closeOutside)
  const id = useId()
  useModal(ref)
  useFirstFocus(ref, wanted)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog className="cs-sheet cs-filter-sheet" ref={ref} aria-labelledby={id} onCancel={escape}>
      <header className="cs-filter-head">
        <h2 id={id}>{label}</h2>
        <button type="button" className="cs-button cs-button--plain" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <FilterFields {...fields} />
    </dialog>
  )
}

/** Where a filter form is filled in: a panel below its button, on a phone a sheet. The first field has the focus. */
export const FilterPanel = (props: FilterPanelProps) =>
  useMediaQuery(PHONE) ? <FilterSheet {...props} /> : <AnchoredPanel {...props} />
