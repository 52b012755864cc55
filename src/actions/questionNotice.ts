import { createContext, type RefObject } from 'react'
import type { RecordWarning } from '../data/recordWarning.ts'

interface PageQuestion {
  /** What the question says first. */
  readonly warning: RecordWarning | undefined
  /** True while a question is open on the page, which says it. */
  readonly isAsked: RefObject<boolean>
}

/** What a question about a record on its page has to do with that page. */
export const QuestionNotice = createContext<PageQuestion | undefined>(undefined)
