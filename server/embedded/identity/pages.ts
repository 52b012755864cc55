import { randomBytes } from 'node:crypto'

/** A page and the Content-Security-Policy that allows only its own styles and scripts. */
export interface Page {
  readonly html: string
  readonly contentSecurityPolicy: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const css = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
  main { box-sizing: border-box; width: min(24rem, 100vw); padding: 2rem 1.5rem }
  h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 1.5rem }
  label { display: block; font-weight: 600; margin: 1rem 0 .25rem }
  input { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .625rem; border: 1px solid GrayText; border-radius: 4px }
  button { width: 100%; margin-top: 1.5rem; font: inherit; font-weight: 600; padding: .625rem; border: 0; border-radius: 4px;
    background: #1f4d43; color: #fff; cursor: pointer }
  :focus-visible { outline: 3px solid #c58b1b; outline-offset: 2px }
  [role=alert] { margin: 0; padding: .625rem .75rem; border-left: 4px solid #b3261e; background: #b3261e1a }
`

function page(title: string, content: string, consoleOrigin: string, script = ''): Page {
  const nonce = randomBytes(16).toString('base64')
  // In Chromium, form-action also applies to redirects after a form, which end at the console's origin.
  const contentSecurityPolicy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self' ${consoleOrigin}; base-uri 'none'; frame-ancestors 'none'`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${css}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main>${script && `<script nonce="${nonce}">${script}</script>`}</body>
</html>`
  return { html, contentSecurityPolicy }
}

/** The provider's sign-in form, with `problem` above it and `email` in the first field. */
export function signInPage(consoleOrigin: string, action: string, email: string, problem?: string): Page {
  const alert = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`
  const focus = email === '' ? ['autofocus', ''] : ['', 'autofocus']
  const form = `${alert}<form method="post" action="${escapeHtml(action)}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}" ${focus[0]}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" ${focus[1]}>
<button type="submit">Sign in</button>
</form>`
  return page('Sign in', form, consoleOrigin)
}

/**
 * The question before the provider's session ends. A sign-out that the console started, known by the ID token it
 * presents, answers itself.
 */
export function signOutPage(consoleOrigin: string, form: string, confirmed: boolean): Page {
  const content = `${form}<p>Your session with the identity provider ends.</p>
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`
  return page('Sign out', content, consoleOrigin, confirmed ? "document.querySelector('button').click()" : '')
}

export function problemPage(consoleOrigin: string, reason: string): Page {
  const content = `<p role="alert">${escapeHtml(reason)}</p><p><a href="${escapeHtml(consoleOrigin)}/login">Back to the console</a></p>`
  return page('Sign-in did not succeed', content, consoleOrigin)
}

export function pageHeaders({ contentSecurityPolicy }: Page): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
