import { useElapsed } from '../ui/useElapsed.ts'
import { PATIENCE_MS } from '../table/SkeletonTable.tsx'
import './phone.css'

/** As many rows as a phone shows. */
const ROWS = 12

/** The list on a phone before its first rows: rows of two lines of the final height, for those who have to wait. */
export const PhoneSkeleton = () => {
  const isSlow = useElapsed(PATIENCE_MS)
  if (!isSlow) return <div className="cs-phone-room" aria-busy="true" />
  return (
    <div aria-busy="true" aria-hidden="true">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className="cs-phone-row">
          <div className="cs-phone-line">
            <span className="cs-skeleton cs-skeleton--name" />
            <span className="cs-skeleton" />
          </div>
          <div className="cs-phone-line">
            <span className="cs-skeleton cs-skeleton--name" />
          </div>
        </div>
      ))}
    </div>
  )
}
