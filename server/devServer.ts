import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { projectRoot, type ConsoleBuild } from './consoleBuild.ts'

/** The console served from its sources, with reload: for development only. */
export interface DevServer {
  /** The console's page for an address, with `__CSP_NONCE__` where a nonce belongs. */
  render(url: string): Promise<string>
  /** Serves modules; calls `next` for everything that is not one. */
  middleware(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
  close(): Promise<void>
}

/** Starts the build tool inside this process, without a port of its own for pages. */
export async function startDevServer({ config }: ConsoleBuild): Promise<DevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: projectRoot,
    configFile: join(projectRoot, config),
    appType: 'custom',
    server: { middlewareMode: true },
  })
  return {
    render: async (url) => vite.transformIndexHtml(url, await readFile(join(projectRoot, 'index.html'), 'utf8')),
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
