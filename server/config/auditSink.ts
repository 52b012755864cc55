import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLinkLocal } from './linkLocal.ts'
import type { Settings } from './settings.ts'

/** The second place where checkpoints of the audit trail are kept, out of the reach of those who keep the store. */
export type AuditSink =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'syslog'; readonly protocol: 'udp' | 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'https'; readonly url: string }

/** Where it is, for the log: the path and the parameters of an https address may be secret. */
export function nameOfSink(sink: AuditSink): string {
  if (sink.kind === 'file') return sink.path
  return sink.kind === 'https' ? new URL(sink.url).origin : `syslog://${sink.host}:${sink.port} (${sink.protocol})`
}

const SYSLOG_PORT = 514
const HOW =
  'write a path, file:///path, syslog://host:port (UDP), syslog+tcp://host:port, or https://host/path without a user name'

function sinkOf(text: string): AuditSink | undefined {
  if (isAbsolute(text)) return { kind: 'file', path: text }
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, href } = new URL(text)
  if (protocol === 'file:' && hostname === '') return { kind: 'file', path: fileURLToPath(href) }
  if (hostname === '' || username !== '' || isLinkLocal(hostname)) return undefined
  if (protocol === 'syslog:' || protocol === 'syslog+tcp:') {
    const host = hostname.replaceAll(/^\[|\]$/g, '')
    return { kind: 'syslog', protocol: protocol === 'syslog:' ? 'udp' : 'tcp', host, port: Number(port) || SYSLOG_PORT }
  }
  return protocol === 'https:' ? { kind: 'https', url: href } : undefined
}

/** Reads `AUDIT_SINK`, which is a secret where its address has one. */
export function readAuditSink(settings: Settings): AuditSink | null {
  const text = settings.secret('AUDIT_SINK')
  if (text === undefined) return null
  const sink = sinkOf(text)
  if (sink === undefined) settings.problems.push(`AUDIT_SINK is not a place for checkpoints: ${HOW}`)
  if (sink?.kind === 'file' && statSync(dirname(sink.path), { throwIfNoEntry: false })?.isDirectory() !== true)
    settings.problems.push(
      `AUDIT_SINK names a file in '${dirname(sink.path)}', which is not a folder: make it, or name another`,
    )
  return sink ?? null
}

/** The path with links followed as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // What does not exist yet is in its real folder.
    return dirname(path) === path ? path : join(realPath(dirname(path)), relative(dirname(path), path))
  }
}

/** What an operator should know about the sink; the console starts nevertheless. */
export function sinkWarnings(sink: AuditSink | null, dataDir: string, isDev: boolean): readonly string[] {
  if (sink === null)
    return isDev
      ? []
      : ['AUDIT_SINK is not set: a cut end of the audit trail is found only as long as DATA_DIR keeps its checkpoints']
  if (sink.kind !== 'file') return []
  const way = relative(realPath(resolve(dataDir)), realPath(sink.path))
  return way.startsWith('..') || isAbsolute(way)
    ? []
    : ['AUDIT_SINK lies under DATA_DIR: who restores an older DATA_DIR restores its checkpoints too']
}
