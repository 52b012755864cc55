import { parseKey } from './dataDir.ts'
import type { Settings } from './settings.ts'

/** 32 random bytes have fewer different ones about once in 10^16 keys. */
const FEWEST_DIFFERENT = 16

function readKey(settings: Settings, name: string): Uint8Array | undefined {
  const text = settings.secret(name)
  const key = text === undefined ? undefined : parseKey(text)
  if (text !== undefined && key === undefined)
    settings.problems.push(`${name} is not a key: give 32 bytes as 64 hexadecimal digits or as base64`)
  if (key !== undefined && new Set(key).size < FEWEST_DIFFERENT)
    settings.problems.push(`${name} can be guessed, because its bytes repeat: make one with openssl rand -hex 32`)
  return key
}

/** Reads the keys of the audit trail from before `AUDIT_KEY`, the newest first. */
export function readEarlierKeys(settings: Settings, auditKey: Uint8Array | undefined): readonly Uint8Array[] {
  const name = 'AUDIT_KEY_PREVIOUS'
  const texts = settings.secret(name)?.split(/[\s,]+/) ?? []
  const keys = texts.flatMap((text) => parseKey(text) ?? [])
  if (keys.length < texts.length)
    settings.problems.push(
      `${name} is not a list of keys: give the earlier ones, the newest first, separated by commas`,
    )
  if (keys.some((key) => auditKey !== undefined && Buffer.compare(key, auditKey) === 0))
    settings.problems.push(`${name} has the key of AUDIT_KEY: it lists the ones from before`)
  return keys
}

/** Reads both keys, which must differ: who has the one must not have the other. */
export function readKeys(settings: Settings) {
  const keys = { SESSION_KEY: readKey(settings, 'SESSION_KEY'), AUDIT_KEY: readKey(settings, 'AUDIT_KEY') }
  const [one, other] = Object.values(keys)
  if (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0)
    settings.problems.push('SESSION_KEY and AUDIT_KEY are the same: give each its own')
  return keys
}
