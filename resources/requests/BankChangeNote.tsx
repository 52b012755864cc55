import { isValues } from '../../language/pointer.ts'
import type { FormatNoteProps } from '../../src/console/extensions.ts'
import { AlertNote } from './Clock.tsx'

const dueAfter = { days: 6, calendar: 'banking' } as const

const isBankChange = (reason: unknown): boolean => typeof reason === 'string' && /_NOC$/i.test(reason)

/** The note below the reason of a transfer or bank relationship: the bank has changed the details, and when (D-93). */
export const BankChangeNote = ({ item }: FormatNoteProps) =>
  isValues(item) && isBankChange(item['reason']) ? (
    <AlertNote
      text="Bank details changed"
      since={item['created_at']}
      firstSeen={item['first_seen_at']}
      dueAfter={dueAfter}
    />
  ) : null
