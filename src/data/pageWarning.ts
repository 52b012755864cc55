import { createContext, type RefObject, useContext, useEffect } from 'react'

/** Something about the record's page that a person must know before they confirm. */
export interface RecordWarning {
  readonly text: string
  /** Takes the record over from the colleague who has it. Resolves with false if that failed. */
  readonly takeOver?: (() => Promise<boolean>) | undefined
  /** True if the colleague has it from this person, so that the gateway refuses every action until it is taken over. */
  readonly isLost?: boolean
}

interface WarningOfPage {
  /** What a person must know before they decide about the record of the page. */
  readonly warning: RecordWarning | undefined
  /** How many layers above the page say it now: a question, or what the record is looked at in. */
  readonly saidBy: RefObject<number>
}

/** What layers above a record's page have to do with that page. */
export const PageWarning = createContext<WarningOfPage | undefined>(undefined)

/** What the record's page has to say, for a layer above it that says it while it is open. */
export function usePageWarning(): RecordWarning | undefined {
  const { warning, saidBy } = useContext(PageWarning) ?? {}
  useEffect(() => {
    if (saidBy === undefined) return undefined
    saidBy.current += 1
    return () => {
      saidBy.current -= 1
    }
  }, [saidBy])
  return warning
}
