import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { DevProblem } from './devProblem.ts'
import { escapeHtml } from './embedded/identity/pages.ts'
import { behindPort, portOf } from './port.ts'

const itemOf = ({ code, place, message }: DevProblem): string =>
  `<li><p><code>${escapeHtml(place)}</code> <span>${escapeHtml(code)}</span></p><p>${escapeHtml(message)}</p></li>`

/** As the console draws its own pages. Its sheet is made by the build tool, which does not run here. */
const style = `
  :root { color-scheme: light dark; --text: #161B22; --muted: #57606C; --back: #F6F7F9; --card: #FFF; --line: #DDE1E6; --danger: #B3261E }
  @media (prefers-color-scheme: dark) {
    :root { --text: #E8ECF1; --muted: #9AA5B1; --back: #0F1317; --card: #161B21; --line: #2A323B; --danger: #FF8A80 }
  }
  body { margin: 0; padding: 48px 16px; background: var(--back); color: var(--text); font: 14px/1.5 Inter, system-ui, sans-serif }
  main { max-width: 720px; margin: auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
  h1 { margin: 0; font-size: 20px; color: var(--danger) }
  p { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere }
  .muted, span { color: var(--muted) }
  ul { margin: 16px 0 0; padding: 0; list-style: none }
  li { padding: 12px 0; border-top: 1px solid var(--line) }`

/** The header by which the page notices that it shows an older state. The console's own page has none. */
const STATE = 'x-problems'

const script = (state: string): string => `
  setInterval(async () => {
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
    if (answer !== null && answer.headers.get('${STATE}') !== '${state}') location.reload()
  }, 500)`

function pageOf(problems: readonly DevProblem[], state: string, nonce: string): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${count} in the definitions</title>
<style nonce="${nonce}">${style}</style>
<main>
  <h1>${count} in the definitions</h1>
  <p class="muted">The console starts by itself as soon as there are none.</p>
  <ul>${problems.map(itemOf).join('')}</ul>
</main>
<script nonce="${nonce}">${script(state)}</script>
</html>`
}

const policyOf = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`

/** Answers in the console's place while its definitions have never run: every page shows their problems. */
export async function serveProblems(found: readonly DevProblem[]) {
  let problems = found
  const server = createServer((_request, response) => {
    const nonce = randomBytes(16).toString('base64')
    const state = createHash('sha256').update(JSON.stringify(problems)).digest('hex').slice(0, 16)
    response.writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(nonce),
      connection: 'close',
      [STATE]: state,
    })
    response.end(pageOf(problems, state, nonce))
  })
  server.listen(behindPort)
  await once(server, 'listening')
  return {
    port: portOf(server),
    report: (changed: readonly DevProblem[]): void => {
      problems = changed
    },
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
