import { useEffect, useRef, type RefObject } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { moreTitle } from './recordQueue.ts'
import type { Direction, QueuePlace } from './useRecordQueue.ts'
import './queue.css'

interface StepProps {
  readonly queue: QueuePlace
  readonly towards: Direction
  readonly shortcut: string
  readonly reason: string
}

const words = { next: 'Next record', previous: 'Previous record' } as const

const Step = ({ queue, towards, shortcut, reason }: StepProps) => {
  const isThere = towards === 'next' ? queue.hasNext : queue.preceding.length > 0
  return (
    <Button
      look="icon"
      size="small"
      className={`cs-queue-${towards}`}
      data-step={towards}
      aria-label={words[towards]}
      aria-keyshortcuts={shortcut}
      title={isThere ? `${words[towards]} (${shortcut})` : reason}
      isOff={!isThere}
      onClick={() => isThere && queue.move(towards, { by: towards })}
    >
      <Icon name="back" />
    </Button>
  )
}

/** Gives the focus back to the button that the person stepped here with: each record is a new page. */
function useStepFocus(bar: RefObject<HTMLElement | null>, by: Direction | undefined): void {
  useEffect(() => {
    if (by !== undefined) bar.current?.querySelector<HTMLElement>(`[data-step="${by}"]`)?.focus()
  }, [bar, by])
}

/** Steps through the records of the list that this one was opened from: `N` and `P`, or the buttons. */
export const QueueBar = ({ queue }: { readonly queue: QueuePlace }) => {
  const bar = useRef<HTMLElement>(null)
  const { text, following, preceding, hasNext, hasMore, steppedBy, move } = queue
  useStepFocus(bar, steppedBy)
  useKeys({
    ...(hasNext && { n: { label: 'Next record', run: () => move('next') } }),
    ...(preceding.length > 0 && { p: { label: 'Previous record', run: () => move('previous') } }),
  })
  const last =
    hasMore && following.length === 0 ? 'The list goes on: go back to it for the next ones' : 'This is the last one'
  return (
    <nav className="cs-row cs-note cs-digits cs-queue cs-screen" aria-label="Records of the list" ref={bar}>
      <Step queue={queue} towards="previous" shortcut="P" reason="This is the first one" />
      <span title={moreTitle(hasMore)}>{text}</span>
      <Step queue={queue} towards="next" shortcut="N" reason={last} />
    </nav>
  )
}

/** Says that a record is no longer in the list that it was opened from. */
export const LeftNotice = ({ queue }: { readonly queue: QueuePlace }) => (
  <Notice tone="info" isRow>
    <output>
      <span className="cs-strong">No longer in your list:</span> this record has changed and doesn’t match the list’s
      filter any more. You can go on here; nothing you’ve typed is lost.
    </output>
    {queue.hasNext && (
      <Button look="link" onClick={() => queue.move('next')}>
        Next record
      </Button>
    )}
  </Notice>
)
