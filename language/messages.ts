/**
 * The login screen's message for each known code of the identity provider (account review, section 8; D-17). The words
 * are the specification's own.
 */
const loginMessages: Readonly<Record<string, string>> = {
  E0000004:
    'Entered password is incorrect. Please note that your account was recently upgraded with an extra layer of security. ' +
    "If you haven't already changed your password please check your inbox or reach out to support for further assistance.",
  E0000064: 'Password is expired',
  'idx.session.expired': 'Session expired',
  notUniqueWithinOrg: 'A user with this Email already exists',
  NOT_STAFF: 'You are not authorized to login',
}

/** The login screen's message when the code is missing or unknown (D-17, typo included: X1). */
const loginFailed = 'Error occured while logging in'

/** The message for a code of the identity provider or of the staff check. */
export const loginMessage = (code: string | null | undefined): string => {
  const known = code !== null && code !== undefined && Object.hasOwn(loginMessages, code)
  return (known ? loginMessages[code] : undefined) ?? loginFailed
}

/** The message when a request got no answer, except where it may have changed something. */
export const notReached = 'The console cannot be reached. Check the connection, then try again.'

/** The notice of last resort (both documents, section 8). */
export const defaultNotice = 'something went wrong'

/** The texts of the error pages (account review, section 2; D-2: with the full stop on 404). */
export const exceptionTexts = {
  403: 'Sorry, you do not have permission to access this page',
  404: 'Sorry, the page you visited does not exist.',
  500: 'Sorry, the server has gone wrong',
} as const
