import { useElapsed } from '../../ui/useElapsed.ts'
import { PATIENCE_MS } from '../../table/SkeletonTable.tsx'
import './cards.css'

/** As many cards as a window shows. */
const CARDS = 8

/** A list of cards before its first ones: a title, a text and a line of facts each, for those who have to wait. */
export const CardsSkeleton = () => {
  const isSlow = useElapsed(PATIENCE_MS)
  if (!isSlow) return <div className="cs-cards-room" aria-busy="true" />
  return (
    <div aria-busy="true" aria-hidden="true">
      {Array.from({ length: CARDS }, (_, card) => (
        <div key={card} className="cs-card cs-card--skeleton">
          <span className="cs-skeleton" />
          <span className="cs-skeleton" />
          <span className="cs-skeleton" />
        </div>
      ))}
    </div>
  )
}
