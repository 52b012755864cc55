/** Where the sign-in window ends up: it closes itself there. */
export const signedInPath = '/signed-in'

const address = `/login?next=${encodeURIComponent(signedInPath)}`

/**
 * Opens the sign-in beside this tab, whose memory is thereby kept. Call it from the person's own press, or the browser
 * refuses; `null` when it does all the same. The window can be asked whether it is closed until it leaves for the
 * identity provider; from then on the browser keeps the two apart and always says that it is.
 */
export const openSignInWindow = (): Window | null =>
  window.open(address, 'countersign-sign-in', 'popup,width=480,height=720')
