import { isValues } from '../../../language/pointer.ts'
import type { FastifyInstance } from 'fastify'
import { parseJson } from '../core/json.ts'
import type { Rate } from '../core/limits.ts'
import { perAddress } from './requestChecks.ts'
import { REPORTS } from './securityHeaders.ts'

const LARGEST = 16 * 1024

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z-]{1,40}$/.test(value) ? value : undefined

const hostIn = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  return URL.canParse(value) ? new URL(value).host.slice(0, 100) : word(value)
}

/** The two facts of a report in either of its forms. Its addresses may reveal what a person looked at. */
function factsOf(report: unknown): { directive?: string; blocked?: string } {
  const entry: unknown = Array.isArray(report) ? report[0] : report
  if (!isValues(entry)) return {}
  const body = entry['body'] ?? entry['csp-report']
  if (!isValues(body)) return {}
  const directive = word(body['effectiveDirective'] ?? body['effective-directive'] ?? body['violated-directive'])
  const blocked = hostIn(body['blockedURL'] ?? body['blocked-uri'])
  return { ...(directive === undefined ? {} : { directive }), ...(blocked === undefined ? {} : { blocked }) }
}

/** Receives the browsers' reports about the policy: public, limited, and logged without any address. */
export async function registerCspReports(app: FastifyInstance, rate: Rate): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: LARGEST },
      (_request, text, done) => {
        try {
          done(null, parseJson(String(text)))
        } catch (error) {
          done(Object.assign(new Error('not a report', { cause: error }), { statusCode: 400 }))
        }
      },
    )
    scope.post(REPORTS, { config: { rateLimit: perAddress(rate) } }, async (request, reply) => {
      request.log.warn(factsOf(request.body), 'content security policy violated')
      return reply.code(204).send()
    })
  })
}
