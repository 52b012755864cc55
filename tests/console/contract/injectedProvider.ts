import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, Drift } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import type { GatewayConsole } from '../../../server/gateway/gatewayConsole.ts'
import { HOST, PUBLIC_URL, type GatewayUnderTest } from '../gateway/gatewayUnderTest.ts'

/** A console of the model alone, to which everybody belongs with this role. */
export function plainConsole(model: ConsoleModel, role: string): GatewayConsole {
  const staff = async () => ({ userId: 1, firstName: 'Lia', lastName: 'Brook', role, upstreamToken: 'x' })
  return { model, createStaffCheck: () => staff, credentials: {}, extensions: [] }
}

/** A provider that calls a gateway without a network. */
export function injectedProvider(
  gateway: () => GatewayUnderTest,
  cookie: () => string,
  { definitions }: ConsoleModel,
  onDrift: (drift: Drift) => void = () => undefined,
): ConsoleDataProvider {
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input.toString(), PUBLIC_URL), init)
    const payload = Buffer.from(await request.arrayBuffer())
    const response = await gateway().app.inject({
      method: request.method as 'GET',
      url: input instanceof Request ? input.url : input.toString(),
      headers: { ...Object.fromEntries(request.headers), host: HOST, origin: PUBLIC_URL, cookie: cookie() },
      ...(payload.length > 0 ? { payload } : {}),
    })
    return new Response(response.statusCode === 204 ? null : response.rawPayload.toString(), {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    })
  }
  return createDataProvider({ definitions, validators: compileValidators(definitions), fetch, onDrift })
}
