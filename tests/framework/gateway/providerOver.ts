import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import { pageHeaders, type startGateway } from './startGateway.ts'

/**
 * The data provider of a person who is signed in at a gateway, without a network between them.
 *
 * @param cookie that of another person
 * @param change what becomes of the text of an answer on its way
 */
export function providerOver(
  { app, cookie: own }: Pick<Awaited<ReturnType<typeof startGateway>>, 'app' | 'cookie'>,
  { definitions }: Pick<ConsoleModel, 'definitions'>,
  cookie = own,
  change = (text: string) => text,
) {
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const asked = new Request(new URL(input instanceof Request ? input.url : input, pageHeaders.origin), init)
    const payload = await asked.text()
    const answered = await app.inject({
      method: asked.method as 'GET',
      url: asked.url.slice(pageHeaders.origin.length),
      headers: { ...Object.fromEntries(asked.headers), ...pageHeaders, cookie },
      ...(payload === '' ? {} : { payload }),
    })
    return new Response(answered.statusCode === 204 ? null : change(answered.rawPayload.toString()), {
      status: answered.statusCode,
      headers: Object.entries(answered.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    })
  }
  return createDataProvider({ definitions, validators: compileValidators(definitions), fetch })
}
