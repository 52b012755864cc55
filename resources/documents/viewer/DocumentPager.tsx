import { Button } from '../../../src/ui/Button.tsx'
import { Icon } from '../../../src/ui/Icon.tsx'
import type { DocumentTools, PagerPosition } from './pagerPosition.ts'

interface PagerButtonProps {
  readonly towards: 'Previous' | 'Next'
  readonly shortcut: string
  /** The id of the document the button leads to, if any. */
  readonly id: string | undefined
  readonly view: DocumentTools['view']
}

const PagerButton = ({ towards, shortcut, id, view }: PagerButtonProps) => {
  const label = `${towards} document`
  return (
    <Button
      look="icon"
      className={`cs-docview-tool${towards === 'Next' ? ' cs-docview-tool--next' : ''}`}
      aria-label={label}
      title={`${label} (${shortcut})`}
      isOff={id === undefined}
      onClick={() => view(id ?? '')}
    >
      <Icon name="back" />
    </Button>
  )
}

interface DocumentPagerProps {
  readonly pagerPosition: PagerPosition
  readonly view: DocumentTools['view']
}

/** Buttons for the previous and next document, with the position among all of them. */
export const DocumentPager = ({ pagerPosition: { position, count, previous, next }, view }: DocumentPagerProps) => (
  <div className="cs-row cs-note cs-digits cs-docview-pager">
    <PagerButton towards="Previous" shortcut="K" id={previous} view={view} />
    <span>
      {position} of {count}
    </span>
    <PagerButton towards="Next" shortcut="J" id={next} view={view} />
  </div>
)
