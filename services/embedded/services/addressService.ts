import { validateAddress, wrongKey } from '../address/validate.ts'
import { application } from '../../../server/embedded/application.ts'
import { carriesToken } from './serviceToken.ts'
import type { FastifyInstance } from 'fastify'
import type { AddressQuery } from '../address/validate.ts'
import type { ServiceToken } from './serviceToken.ts'

const part = { type: 'string', maxLength: 300, default: '' } as const
const query = {
  type: 'object',
  properties: { StreetAddress: part, City: part, PostalCode: part, CountryCode: part, Geocoding: part },
}

/** The address validator (spec account-review section 7): knows its callers by a key in a header. */
export function addressService(key: ServiceToken, log: (line: string) => void): FastifyInstance {
  const app = application(log)
  app.get<{ Querystring: AddressQuery }>('/v1/validate', { schema: { querystring: query } }, async (request) =>
    carriesToken(request.headers, key) ? validateAddress(request.query) : wrongKey,
  )
  return app
}
