const REFUSED = [400, 401, 403]

/**
 * The e-mail address that the identity provider knows the holder of an access token by; `undefined` where it refuses
 * the token.
 *
 * @param userinfoUrl the provider's userinfo endpoint
 */
export async function holderOf(userinfoUrl: string, accessToken: string): Promise<string | undefined> {
  // A token is one run of visible ASCII; anything else could not be sent as a header.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return undefined
  const response = await fetch(userinfoUrl, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
  })
  if (REFUSED.includes(response.status)) return undefined
  if (!response.ok) throw new Error(`userinfo answered ${response.status}`)
  const claims: unknown = await response.json()
  return typeof claims === 'object' && claims !== null && 'email' in claims ? String(claims.email) : undefined
}
