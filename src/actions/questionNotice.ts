import { createContext } from 'react'

/** What a question says first: something about the record's page that a person must know before they confirm. */
export const QuestionNotice = createContext<string | undefined>(undefined)
