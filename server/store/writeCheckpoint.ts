import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import type { AuditSink } from '../config/auditSink.ts'

const NEWLINE = 10

/** Adds a line to a file, on the disk once resolved. A line that was cut short before is ended first. */
export async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    await file.appendFile(`${size > 0 && last[0] !== NEWLINE ? '\n' : ''}${line}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Facility 13 (log audit), severity 5 (notice). */
const PRIORITY = 13 * 8 + 5

/** The line as a message of RFC 5424. */
const syslogMessage = (line: string): string =>
  `<${PRIORITY}>1 ${new Date().toISOString()} ${hostname()} countersign ${process.pid} audit-checkpoint - ${line}`

type Syslog = Extract<AuditSink, { kind: 'syslog' }>

async function sendDatagram({ host, port }: Syslog, line: string): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.send(syslogMessage(line), port, host, (error) => (error === null ? resolve() : reject(error)))
    })
  } finally {
    socket.close()
  }
}

/** Over TCP with the length before the message (RFC 6587); the receiver closes after us, so that what was sent has arrived. */
async function sendOverTcp({ host, port }: Syslog, line: string, signal: AbortSignal): Promise<void> {
  const socket = connect({ host, port })
  const late = Object.assign(new Error('the syslog server does not answer'), { code: 'ETIMEDOUT' })
  const abort = (): void => void socket.destroy(late)
  signal.addEventListener('abort', abort)
  try {
    await once(socket, 'connect')
    const message = Buffer.from(syslogMessage(line))
    socket.resume().end(Buffer.concat([Buffer.from(`${message.length} `), message]))
    await once(socket, 'close')
  } finally {
    signal.removeEventListener('abort', abort)
    socket.destroy()
  }
}

async function post(url: string, line: string, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const sending = fetch(url, { method: 'POST', headers, body: line, redirect: 'error', signal })
  const answer = await sending.catch((error: unknown) => {
    // fetch says only that it failed: the code is its cause's.
    throw error instanceof TypeError && error.cause !== undefined ? error.cause : error
  })
  await answer.body?.cancel()
  const { ok, status } = answer
  if (!ok) throw Object.assign(new Error(`the sink answered ${status}`), { code: `HTTP_${status}` })
}

const DEADLINE_MS = 5000

/** Writes a checkpoint's line to the sink; rejects when it cannot be reached in time. */
export async function writeToSink(sink: AuditSink, line: string): Promise<void> {
  switch (sink.kind) {
    case 'file':
      return appendLine(sink.path, line)
    case 'https':
      return post(sink.url, line, AbortSignal.timeout(DEADLINE_MS))
    case 'syslog':
      return sink.protocol === 'udp'
        ? sendDatagram(sink, line)
        : sendOverTcp(sink, line, AbortSignal.timeout(DEADLINE_MS))
  }
}
