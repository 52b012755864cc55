export interface FormInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  readonly signal?: AbortSignal
  /** Called with the bytes of the form that have been sent. */
  readonly onProgress: (sent: number, total: number) => void
}

/**
 * Sends a form and reports progress. Otherwise it works like `fetch`: any answer resolves, a broken connection rejects.
 */
export type PostForm = (url: string, init: FormInit) => Promise<Response>

const WITHOUT_BODY = [204, 205, 304]

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', value] = line.split(/:\s*(.*)/s)
    if (name !== '' && value !== undefined) headers.append(name, value)
  }
  return headers
}

const responseOf = (xhr: XMLHttpRequest): Response =>
  new Response(WITHOUT_BODY.includes(xhr.status) ? null : xhr.responseText, {
    status: xhr.status,
    statusText: xhr.statusText,
    headers: headersOf(xhr),
  })

const broken = (): TypeError => new TypeError('The connection broke')

const abortOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The upload was cancelled', 'AbortError')

/**
 * `PostForm` over XMLHttpRequest, because `fetch` does not report upload progress. An answer from another URL than the
 * requested one is refused, as `fetch` does with `redirect: 'error'`.
 */
export const postForm: PostForm = (url, { method, headers, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortOf(signal))
      return
    }
    const xhr = new XMLHttpRequest()
    const stop = (): void => xhr.abort()
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', stop)
      settle()
    }
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded, total)
    })
    const asked = new URL(url, globalThis.location.href).href
    xhr.addEventListener(
      'load',
      end(() => (xhr.responseURL === asked ? resolve(responseOf(xhr)) : reject(broken()))),
    )
    xhr.addEventListener(
      'error',
      end(() => reject(broken())),
    )
    xhr.addEventListener(
      'abort',
      end(() => reject(signal?.aborted === true ? abortOf(signal) : broken())),
    )
    signal?.addEventListener('abort', stop, { once: true })
    xhr.send(body)
  })
