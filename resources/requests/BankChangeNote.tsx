import { isValues } from '../../language/pointer.ts'
import type { FormatNoteProps } from '../../src/console/extensions.ts'
import { BankChange } from './Clock.tsx'

const isBankChange = (reason: unknown): boolean => typeof reason === 'string' && /_NOC$/i.test(reason)

/** The note below the reason of a transfer or bank relationship: the bank has changed the details, and when (D-93). */
export const BankChangeNote = ({ item }: FormatNoteProps) =>
  isValues(item) && isBankChange(item['reason']) ? (
    <BankChange since={item['created_at']} firstSeen={item['first_seen_at']} />
  ) : null
