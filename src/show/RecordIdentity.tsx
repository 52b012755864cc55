import { useEffect, useRef, useState } from 'react'
import { valueAt } from '../../language/pointer.ts'
import type { ResolvedShow } from '../../language/show.ts'
import { UNREADABLE, unreadableAt } from '../../language/unreadable.ts'
import { formatValue, NOTHING, wordsFor } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import type { PageModel } from '../console/extensions.ts'
import { drawNothing, StatusPill } from '../values/drawText.tsx'

/** The height of the top bar, which covers what is scrolled below it. */
const COVERED = '-48px 0px 0px 0px'

/** True where the top of an element is above what can be seen. */
const isCutAbove = ({ isIntersecting, intersectionRatio, boundingClientRect, rootBounds }: IntersectionObserverEntry) =>
  !isIntersecting || (intersectionRatio < 1 && rootBounds !== null && boundingClientRect.top < rootBounds.top)

/** True while the title next to this element has been scrolled off the screen, be it in part. */
function useIsPassed() {
  const ref = useRef<HTMLDivElement>(null)
  const [isPassed, setPassed] = useState(false)
  useEffect(() => {
    const title = ref.current?.parentElement?.querySelector('.cs-record-title')
    if (title === null || title === undefined) return undefined
    const observer = new IntersectionObserver((entries) => setPassed(entries.slice(-1).some(isCutAbove)), {
      rootMargin: COVERED,
      threshold: [0, 1],
    })
    observer.observe(title)
    return () => observer.disconnect()
  }, [])
  return { ref, isPassed }
}

type IdentityProps = Pick<PageModel, 'show' | 'detail'>

/** The record's name. */
export const titleText = ({ header: { title } }: ResolvedShow, detail: unknown): string =>
  unreadableAt(detail, title) === undefined ? formatValue('text', valueAt(detail, title)) : UNREADABLE

/** The record's state, where it has one. */
export const RecordStatus = ({ show, detail }: IdentityProps) => {
  const { status } = show.header
  if (status === undefined) return null
  const why = unreadableAt(detail, status.path)
  if (why !== undefined) return drawNothing(NOTHING, why)
  const value = valueAt(detail, status.path)
  const words =
    status.isWords === true && typeof value === 'string' ? { [value]: formatValue('words', value) } : undefined
  const labels = status.labels ?? words
  const state = wordsFor({ ...status, ...(labels && { labels }) }, value)
  return state === NOTHING ? null : <StatusPill table={status.tones} labels={labels} status={state} />
}

/** The record's first identifier and its state. */
export const IdentityFacts = ({ show, detail }: IdentityProps) => {
  const { facts } = show.header
  const identifier = facts.find(({ display }) => display === 'code')
  const read = identifier === undefined ? undefined : readFact(identifier, identifier.path, detail)
  const number = read === undefined ? NOTHING : read.isReadable ? read.text : UNREADABLE
  return (
    <>
      {number !== NOTHING && <code>{number}</code>}
      <RecordStatus show={show} detail={detail} />
    </>
  )
}

/**
 * The record's name, its first identifier and its state in one line below the top bar, while the title next to
 * it is off the screen, be it in part. Assistive technology has the title itself.
 */
export const RecordIdentity = ({ show, detail }: IdentityProps) => {
  const { ref, isPassed } = useIsPassed()
  return (
    <div className="cs-identity cs-screen" aria-hidden="true" data-shown={isPassed || undefined} ref={ref}>
      {isPassed && (
        <div className="cs-row">
          <span className="cs-strong cs-ellipsis">{titleText(show, detail)}</span>
          <IdentityFacts show={show} detail={detail} />
        </div>
      )}
    </div>
  )
}
