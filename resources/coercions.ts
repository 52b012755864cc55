import type { Console } from '../schemas/console.ts'
import type { Extensions } from '../src/console/extensions.ts'

/** The coercions of typed texts that this console adds: what people add to a number of the United States is left out. */
export const coercions: Extensions<Console>['coercions'] = {
  /** The country before a phone number. */
  usPhone: (text) => text.replace(/^\s*\+1/, ''),
  /** The route after a zip code (ZIP+4). */
  usZip: (text) => text.replace(/^\s*(\d{5})-\d{4}\s*$/, '$1'),
}
