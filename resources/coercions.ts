import type { Console } from '../schemas/console.ts'
import { ACCOUNT_NUMBER } from '../schemas/shared/references.ts'
import type { Extensions } from '../src/console/extensions.ts'
import { copiedText } from '../src/format/copiedText.ts'

/** The characters of an account number: 8NA16576. */
const LENGTH = 8

/**
 * The coercions of typed texts that this console adds: what people add to a number of the United States or copy
 * with an e-mail address is left out, and an account number has the clearing firm's spelling.
 */
export const coercions: Extensions<Console>['coercions'] = {
  /**
   * An account number without blanks, dashes and a full stop, in capitals: `9zz-10041.` becomes `9ZZ10041`. Any other text
   * stays, as one that becomes longer than an account number by what separates its parts: that has two numbers.
   */
  accountNumber: (text) => {
    const copied = copiedText(text)
    const code = copied.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()
    const isOne = code.length === copied.length || code.length <= LENGTH
    return isOne && new RegExp(ACCOUNT_NUMBER, 'u').test(code) ? code : text
  },
  /** The address alone, as it is copied with a name, quotation marks or a full stop. */
  emailAddress: copiedText,
  /** The country before a phone number, also as dialed from abroad (001): no area code begins with 1. */
  usPhone: (text) => text.replace(/^\s*(?:\+|00)?1(?=(?:\D*\d){10}\D*$)/, ''),
  /** The route after a zip code (ZIP+4), also without a dash. */
  usZip: (text) => text.replace(/^\s*(\d{5})[\s\p{Pd}]*\d{4}\s*$/u, '$1'),
}
