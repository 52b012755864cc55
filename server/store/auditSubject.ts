import type { AuditBody, AuditSubject } from './auditRecord.ts'

/** The subject as its column holds it: `books/4108`. No resource has a slash in its name. */
export const subjectKey = ({ resource, id }: AuditSubject): string => `${resource}/${id}`

/** The id that a target names: `3` of `id=3&user__id=9107`. */
const idIn = (target: unknown): string | undefined =>
  typeof target === 'string' ? /(?:^|&)id=([^&]+)/.exec(target)?.[1] : undefined

/**
 * The record that a record of the trail is about, as its column holds it: its subject, or else the target itself, so
 * that what was written before there were subjects is found too. An outcome is found by its intent.
 */
export function subjectKeyOf(body: AuditBody): string | null {
  if (body.phase === 'outcome') return null
  if (body.subject !== undefined) return subjectKey(body.subject)
  const isIntent = body.phase === 'intent'
  const id = idIn(isIntent ? body.target : body.details['target'])
  const [named = ''] = body.operation.split('.')
  return id === undefined ? null : subjectKey({ resource: isIntent ? body.resource : named, id })
}
