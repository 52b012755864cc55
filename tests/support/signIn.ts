/** A `fetch` that keeps cookies by origin, follows nothing, and speaks as the console's own page. */
type Visit = (url: string, init?: RequestInit) => Promise<Response>

function createVisitor(consoleUrl: string): Visit {
  const jars = new Map<string, Map<string, string>>()
  return async (url, init = {}) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    if (origin === consoleUrl) headers.set('Origin', origin)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}

async function posted(visit: Visit, url: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'Content-Type': 'application/json', 'X-Countersign': '1' }
  const response = await visit(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Readonly<Record<string, unknown>>
}

/** Follows the identity provider's redirects until they lead back to the console; gives the query they bring. */
async function queryBroughtBack(visit: Visit, consoleUrl: string, start: string): Promise<string> {
  let url = start
  for (let step = 0; step < 10; step += 1) {
    if (url.startsWith(`${consoleUrl}/auth/callback`)) return new URL(url).search
    const response = await visit(url)
    const next = response.headers.get('Location')
    if (next === null) throw new Error(`${new URL(url).pathname} of the identity provider answered ${response.status}`)
    url = new URL(next, url).href
  }
  throw new Error('The identity provider redirects without end')
}

/**
 * Signs in with e-mail and password as a browser would, through the identity provider, and gives the `fetch` of the
 * session that follows.
 */
export async function signedInFetch(consoleUrl: string, email: string): Promise<typeof globalThis.fetch> {
  const visit = createVisitor(consoleUrl)
  const { location } = await posted(visit, `${consoleUrl}/auth/login`, { email, password: 'countersign' })
  const query = await queryBroughtBack(visit, consoleUrl, String(location))
  await posted(visit, `${consoleUrl}/auth/complete`, { query })
  return (input, init) => visit(input instanceof Request ? input.url : input.toString(), init)
}
