import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Plugin, UserConfig } from 'vite'
import { sourcePlaces } from './authoring/sourcePlaces.ts'
import { type ConsoleBuild, projectRoot } from './consoleBuild.ts'
import type { DevProblem } from './devProblem.ts'

const textsIn = (folder: string): readonly (readonly [path: string, text: string])[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(projectRoot, folder, name))
    .map((path) => [path, readFileSync(path, 'utf8')])

/**
 * Serves the code of the definitions as this process has loaded it. A change of it, right or wrong, reaches the browser
 * with the process that replaces this one.
 */
function heldCode(folders: readonly string[]): Plugin {
  const held = new Map(folders.flatMap(textsIn))
  return {
    name: 'countersign-held-code',
    load: { order: 'pre', handler: (id) => held.get(id) },
    hotUpdate: { order: 'pre', handler: ({ file }) => (held.has(file) ? [] : undefined) },
  }
}

const EVENT = 'countersign:problems'

/** Answers `/@source?place=orders.list.columns.price` with the file and line where it is written. */
function sourceLines(schemas: string): Plugin {
  const placesOf = sourcePlaces(join(projectRoot, schemas))
  return {
    name: 'countersign-source-lines',
    configureServer: ({ middlewares }) => {
      middlewares.use('/@source', ({ url = '' }, response) => {
        const place = new URL(url, 'http://localhost').searchParams.get('place') ?? ''
        const [source] = placesOf(place)
        response.statusCode = source === undefined ? 404 : 200
        response.setHeader('content-type', 'text/plain').end(source)
      })
    },
  }
}

/**
 * Serves the console from its sources, with reload, by the build tool inside this process: for development only.
 *
 * @param schemas the folder of the definitions, from the project's root
 */
export async function startDevServer({ config }: ConsoleBuild, schemas: string) {
  const { createServer } = await import('vite')
  /** Never listens. The gateway's own server passes the connections for reloading on, so a page finds both or neither. */
  const connections = createHttpServer()
  // Imported here, so that Vite does not restart itself when a definition changes: this process is replaced.
  const { default: own } = (await import(join(projectRoot, config))) as { readonly default: UserConfig }
  const vite = await createServer({
    ...own,
    root: projectRoot,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: connections } },
    plugins: [own.plugins, heldCode(['language', schemas]), sourceLines(schemas)],
  })
  let problems: readonly DevProblem[] = []
  vite.ws.on(EVENT, (_asked, client) => void client.send(EVENT, problems))
  return {
    /** The page, with the placeholder `__CSP_NONCE__` for the nonce. */
    render: async (url: string): Promise<string> =>
      vite.transformIndexHtml(url, await readFile(join(projectRoot, 'index.html'), 'utf8')),
    middleware: vite.middlewares,
    /** Takes the connections for reloading from the server of the page. @returns the function that ends them */
    attachTo: (server: Server): (() => Promise<void>) => {
      const open = new Set<Duplex>()
      let isEnded = false
      server.on('upgrade', (request, socket, head) => {
        if (isEnded) return void socket.destroy()
        open.add(socket.once('close', () => open.delete(socket)))
        connections.emit('upgrade', request, socket, head)
      })
      return () => {
        isEnded = true
        for (const socket of open) socket.destroy()
        // Modules are served without the header by which the gateway's own answers end a connection.
        const timer = setInterval(() => server.closeIdleConnections(), 50)
        server.once('close', () => clearInterval(timer))
        return Promise.resolve()
      }
    },
    /** Shows over every open page why the definitions as they are written do not run. */
    report: (found: readonly DevProblem[]): void => {
      problems = found
      vite.ws.send(EVENT, problems)
    },
    close: () => vite.close(),
  }
}
