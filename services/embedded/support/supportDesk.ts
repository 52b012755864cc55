import { accountClosings } from '../clearing/closings.ts'
import { access } from './access.ts'
import { accountCare } from './accountCare.ts'
import { applications } from './applications.ts'
import { bookings } from './bookings.ts'
import { deletions } from './deletions.ts'
import { logins } from './logins.ts'
import { particulars } from './particulars.ts'
import { population } from './population.ts'
import { registrations } from './registrations.ts'
import type { SupportParts } from './supportParts.ts'

/** The desk of user support: one for all services, since what one of them changes the others show. */
export type SupportDesk = ReturnType<typeof supportDesk>

/** Everything that user support can do to customers and their accounts (spec back-office section 7). */
export function supportDesk(parts: SupportParts) {
  const closings = accountClosings(parts)
  return {
    /** Brings accounts up to date with the clearing firm; to be called before every request. */
    catchUp: () => closings.catchUp(),
    registrations: registrations(parts),
    clear: applications(parts),
    deleteInformation: deletions(parts),
    particulars: particulars(parts),
    access: access(parts),
    accountCare: accountCare(parts),
    populate: population(parts),
    loginsOf: logins(parts),
    book: bookings(parts),
  }
}
