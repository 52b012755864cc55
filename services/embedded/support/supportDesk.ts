import { accountClosings } from '../clearing/closings.ts'
import { access, logins } from './access.ts'
import { accountCare, registrations } from './accountCare.ts'
import { bookings } from './bookings.ts'
import { particulars } from './particulars.ts'
import { population } from './population.ts'
import { applications, deletions } from './removals.ts'
import type { DeskParts } from '../clearing/firm.ts'

/** The desk of user support, shared by all services. */
export type SupportDesk = ReturnType<typeof supportDesk>

/** The actions of user support (spec back-office section 7). */
export function supportDesk(parts: DeskParts) {
  const closings = accountClosings(parts)
  return {
    /** Applies due close requests. Call it before every request. */
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
