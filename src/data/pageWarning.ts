import { createContext, type RefObject, useContext, useEffect } from 'react'

/** Something about the record's page that a person must know before they confirm. */
export interface RecordWarning {
  readonly text: string
  /** Takes the record over from the colleague who has it. Resolves with false if that failed. */
  readonly takeOver?: (() => Promise<boolean>) | undefined
  /** True if the colleague has it from this person, so that the gateway refuses every action until it is taken over. */
  readonly isLost?: boolean
}

/** Ends the person's claim of a record, and goes on where its list is known. */
export type EndClaim = (as: 'done' | 'skip') => void

interface WarningOfPage {
  /** What a person must know before they decide about the record of the page. */
  readonly warning: RecordWarning | undefined
  /** How many layers above the page say it now: a question, or what the record is looked at in. */
  readonly saidBy: RefObject<number>
  /** Missing where the person has no claim that could end. */
  readonly endClaim?: EndClaim | undefined
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

/** How the person's claim of the page's record ends, for a layer above the page; `undefined` where they have none. */
export const useEndClaim = (): EndClaim | undefined => useContext(PageWarning)?.endClaim
