import { pageNumbers } from './pageNumbers.ts'

interface PagerProps {
  readonly page: number
  /** `undefined` where the server does not say how many there are. */
  readonly pages: number | undefined
  readonly hasNext: boolean
  /** Buttons for single pages, where the provider holds the whole list. */
  readonly withNumbers: boolean
  readonly onPage: (page: number) => void
}

const Numbers = ({
  page,
  pages,
  onPage,
}: {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}) => (
  <>
    {pageNumbers(page, pages).map((number, index) =>
      number === null ? (
        <span key={`gap-${index}`} className="cs-pager-gap" aria-hidden="true">
          …
        </span>
      ) : (
        <button
          key={number}
          type="button"
          className="cs-pager-button"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ),
    )}
  </>
)

interface StepProps {
  readonly label: string
  readonly isOff: boolean
  readonly go: () => void
}

const Step = ({ label, isOff, go }: StepProps) => (
  <button type="button" className="cs-pager-button" aria-disabled={isOff} onClick={isOff ? undefined : go}>
    {label}
  </button>
)

/** The way through the pages. Buttons that lead nowhere stay in place, so that nothing jumps under the pointer. */
export const Pager = ({ page, pages, hasNext, withNumbers, onPage }: PagerProps) => {
  const isFirst = page <= 1
  const isLast = pages === undefined ? !hasNext : page >= pages
  return (
    <nav className="cs-pager" aria-label="Pages">
      <span className="cs-pager-place" aria-live="polite">
        {pages === undefined ? `Page ${page}` : `Page ${page} of ${pages}`}
      </span>
      <div className="cs-pager-steps">
        {!withNumbers && <Step label="First" isOff={isFirst} go={() => onPage(1)} />}
        <Step label="Previous" isOff={isFirst} go={() => onPage(page - 1)} />
        {withNumbers && pages !== undefined && <Numbers page={page} pages={pages} onPage={onPage} />}
        <Step label="Next" isOff={isLast} go={() => onPage(page + 1)} />
        {!withNumbers && pages !== undefined && <Step label="Last" isOff={isLast} go={() => onPage(pages)} />}
      </div>
    </nav>
  )
}
