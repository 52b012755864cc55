import { GatewayError } from '../errors.ts'

/**
 * What the store answers about a session or a sign-in, before anything is sent anywhere.
 *
 * @throws GatewayError STORE_UNAVAILABLE where it does not answer: nobody's session is over for that
 */
export const orStoreUnavailable = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new GatewayError('STORE_UNAVAILABLE', { cause })
  })
