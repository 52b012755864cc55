import { takesEvidence, type Evidence } from '../../../language/evidence.ts'
import type { ResolvedAction } from '../../../language/resource.ts'
import type { AuditIntent } from '../../store/auditRecord.ts'

/** Why something was done, and what the person relied on; no evidence where the action takes none. */
export interface RecordedReason {
  readonly reason: string
  readonly evidence: Evidence | null
}

/** Before evidence became fields, the browser wrote it below the reason, on lines of its own. */
function readProse(text: string): RecordedReason {
  const [before = '', acknowledged = ''] = text.split(/(?:^|\n)Acknowledged: (.*)$/s)
  const [reason = '', reliedOn = ''] = before.split(/(?:^|\n)Relied on: (.*)$/s)
  return {
    reason,
    evidence: {
      reliedOn: reliedOn === '' ? [] : reliedOn.split('; ').map((label) => ({ value: '', label })),
      acknowledged: acknowledged === '' ? [] : acknowledged.split('; '),
    },
  }
}

/** Reads the reason and the evidence of an intent of any version. @param action what the operation is declared as */
export function readIntent(
  { version, reason, evidence }: Pick<AuditIntent, 'version' | 'reason' | 'evidence'>,
  action: ResolvedAction | undefined,
): RecordedReason {
  if (version === undefined && takesEvidence(action)) return readProse(reason ?? '')
  return { reason: reason ?? '', evidence: evidence ?? null }
}
