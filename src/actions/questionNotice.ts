import { createContext, type RefObject, useContext, useEffect } from 'react'
import type { RecordWarning } from '../data/recordWarning.ts'

interface PageQuestion {
  /** What a person must know before they decide about the record of the page. */
  readonly warning: RecordWarning | undefined
  /** How many layers above the page say it now: a question, or what the record is looked at in. */
  readonly saidBy: RefObject<number>
}

/** What layers above a record's page have to do with that page. */
export const QuestionNotice = createContext<PageQuestion | undefined>(undefined)

/** What the record's page has to say, for a layer above it that says it while it is open. */
export function usePageWarning(): RecordWarning | undefined {
  const { warning, saidBy } = useContext(QuestionNotice) ?? {}
  useEffect(() => {
    if (saidBy === undefined) return undefined
    saidBy.current += 1
    return () => {
      saidBy.current -= 1
    }
  }, [saidBy])
  return warning
}
