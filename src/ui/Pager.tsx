import { useState, type KeyboardEvent } from 'react'
import { Button } from './Button.tsx'
import './pager.css'

/** Pages offered around the current one and at both ends. The pager keeps its size as the data grows. */
const NEAR = 2

/**
 * Page numbers to offer, with `null` for a gap: `pageNumbers(9, 20)` → 1, null, 7, 8, 9, 10, 11, null, 20. A gap of one
 * page shows that page instead.
 */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEAR,
  )
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1] ?? number - 1
    if (number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}

interface PagerProps {
  readonly page: number
  /** `undefined` when the number of pages is not known. */
  readonly pages: number | undefined
  /** The place of the records, shown where the number of pages is not known. */
  readonly range?: string | undefined
  readonly hasNext: boolean
  readonly onPage: (page: number) => void
}

interface PageFieldProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

const Numbers = ({ page, pages, onPage }: PageFieldProps) => (
  <>
    {pageNumbers(page, pages).map((number, index) =>
      number === null ? (
        <span key={`gap-${index}`} className="cs-muted cs-pager-gap" aria-hidden="true">
          …
        </span>
      ) : (
        <Button
          key={number}
          look="quiet"
          size="small"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ),
    )}
  </>
)

const isWhole = (draft: string): boolean => /^\d*$/.test(draft.trim())

/**
 * An editable page number. Enter goes to that page, or to the last one if the number is too high. A text that is no
 * whole number stays, with an error. Escape cancels.
 */
const PageField = ({ page, pages, onPage }: PageFieldProps) => {
  const [draft, setDraft] = useState(String(page))
  const [seen, setSeen] = useState(page)
  if (page !== seen) {
    setSeen(page)
    setDraft(String(page))
  }
  const giveUp = () => setDraft(String(page))
  const go = () => {
    if (!isWhole(draft)) return
    const typed = draft.trim()
    const wanted = typed === '' ? page : Math.min(Math.max(1, Number(typed)), pages)
    setDraft(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') giveUp()
    if (event.key !== 'Enter') return
    // The pager may be in a form, which Enter would send.
    event.preventDefault()
    go()
  }
  return (
    <div className="cs-row">
      <span aria-hidden="true">Page</span>
      <input
        className="cs-input"
        inputMode="numeric"
        aria-label={`Page number, 1 to ${pages}`}
        autoComplete="off"
        maxLength={String(pages).length + 1}
        style={{ width: `calc(${String(pages).length + 1}ch + 18px)` }}
        value={draft}
        aria-invalid={!isWhole(draft)}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={giveUp}
        onKeyDown={press}
      />
      {isWhole(draft) ? (
        <span aria-hidden="true">of {pages}</span>
      ) : (
        <span className="cs-danger" role="alert">
          Enter a whole number.
        </span>
      )}
    </div>
  )
}

interface StepProps {
  readonly label: string
  readonly isOff: boolean
  readonly go: () => void
}

const Step = ({ label, isOff, go }: StepProps) => (
  <Button look="quiet" size="small" isOff={isOff} onClick={go}>
    {label}
  </Button>
)

/**
 * Moves through the pages: the number of the page, which can be typed, the numbers of pages, and both steps. The steps come
 * last and stay while they are off, so nothing moves under the pointer. Where the number of pages is not known it has the
 * place in words, and offers the pages before.
 */
export const Pager = ({ page, pages, range, hasNext, onPage }: PagerProps) => {
  // The page of an old address may be beyond the last one.
  const last = pages ?? page
  return (
    <nav className="cs-row cs-note cs-digits cs-pager" aria-label="Pages">
      <span className={pages === undefined ? undefined : 'cs-visually-hidden'} aria-live="polite">
        {pages === undefined ? (range ?? `Page ${page}`) : `Page ${page} of ${pages}`}
      </span>
      {pages !== undefined && <PageField page={page} pages={pages} onPage={onPage} />}
      <div className="cs-row cs-pager-steps">
        {last > 1 && <Numbers page={page} pages={last} onPage={onPage} />}
        <Step label="Previous" isOff={page <= 1} go={() => onPage(Math.min(page - 1, last))} />
        <Step label="Next" isOff={pages === undefined ? !hasNext : page >= pages} go={() => onPage(page + 1)} />
      </div>
    </nav>
  )
}
