import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, Drift } from '../../../../dataProvider/types.ts'
import type { Validators } from '../../../../dataProvider/validators/types.ts'
import { compileValidators } from '../../../../dataProvider/validators/compileValidators.ts'
import { approvalMethods } from '../../../../resources/verification/addressApproval/approvalMethods.ts'
import type { ApprovalMethods } from '../../../../resources/verification/addressApproval/approvalMethods.ts'
import { definitions } from '../../../../schemas/index.ts'
import type { Resource } from '../../../../language/resource.ts'

/** One call as the provider made it. */
export interface MadeCall {
  readonly url: string
  readonly init: RequestInit
}

/** A provider whose calls are answered in memory. */
export interface Bench {
  readonly provider: ConsoleDataProvider & ApprovalMethods
  readonly calls: readonly MadeCall[]
  readonly drift: readonly Drift[]
}

/** An answer of JSON. */
export const answer = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init)

const compiled = new WeakMap<readonly Resource[], Validators>()

/** The validators of some definitions, compiled once. */
function validatorsOf(of: readonly Resource[]): Validators {
  const known = compiled.get(of) ?? compileValidators(of)
  compiled.set(of, known)
  return known
}

/** Creates a provider over a function that answers. */
export function bench(
  reply: (call: MadeCall) => Response | Promise<Response>,
  of: readonly Resource[] = definitions,
): Bench {
  const calls: MadeCall[] = []
  const drift: Drift[] = []
  const provider = createDataProvider({
    definitions: of,
    methods: approvalMethods,
    validators: validatorsOf(of),
    newKey: () => 'a-new-key',
    onDrift: (report) => drift.push(report),
    fetch: async (input, init = {}) => {
      const call = { url: input instanceof Request ? input.url : input.toString(), init }
      calls.push(call)
      return reply(call)
    },
  })
  return { provider, calls, drift }
}
