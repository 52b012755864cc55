import type { Console } from '../schemas/console.ts'
import { ACCOUNT_NUMBER } from '../schemas/shared/references.ts'
import type { Extensions } from '../src/console/extensions.ts'

/**
 * The coercions of typed texts that this console adds: what people add to a number of the United States or copy
 * with an e-mail address is left out, and an account number has the clearing firm's spelling.
 */
export const coercions: Extensions<Console>['coercions'] = {
  /** An account number without blanks and dashes, in capitals: `9zz-10041` becomes `9ZZ10041`. Any other text stays. */
  accountNumber: (text) => {
    const code = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()
    return new RegExp(ACCOUNT_NUMBER, 'u').test(code) ? code : text
  },
  /**
   * The address in `Agatha Sorrel <agatha@example.test>`, `mailto:agatha@example.test` or `"agatha@example.test"`, and without
   * the semicolon or comma of a list after it. Any other text stays.
   */
  emailAddress: (text) =>
    text.replace(
      /^(?:[^<>@]*<([^<>\s]+)>|\s*mailto:([^\s?%;,]+)|\s*["'“‘]?([^\s<>"'”’;,]+@[^\s<>"'”’;,]+)["'”’;,])[;,\s]*$/iu,
      '$1$2$3',
    ),
  /** The country before a phone number, also as dialed from abroad (001): no area code begins with 1. */
  usPhone: (text) => text.replace(/^\s*(?:\+|00)?1(?=(?:\D*\d){10}\D*$)/, ''),
  /** The route after a zip code (ZIP+4), also without a dash. */
  usZip: (text) => text.replace(/^\s*(\d{5})[\s\p{Pd}]*\d{4}\s*$/u, '$1'),
}
