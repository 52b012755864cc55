import type { ObjectSchema } from '../language/schema.ts'
import { malformed } from './HttpError.ts'

const LONGEST_ID = 200

const typesOf = (record: ObjectSchema): readonly unknown[] => {
  const id = record.properties['id']
  const type = typeof id === 'object' ? id.type : undefined
  return Array.isArray(type) ? type : [type]
}

const isPlain = (id: string): boolean =>
  id !== '' && id.length <= LONGEST_ID && !/[\p{Cc}/\\%?#]/u.test(id) && id !== '.' && id !== '..'

/**
 * The id in the type that the record's schema gives it: routes know ids as text. Throws `HttpError` 400 MALFORMED_ID,
 * without repeating the id, for one that no record can have.
 */
export function parseId(id: unknown, record: ObjectSchema): string | number {
  const types = typesOf(record)
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  if (types.includes('integer') && /^\d{1,15}$/.test(text)) return Number(text)
  if (types.includes('string') && isPlain(text)) return text
  throw malformed('MALFORMED_ID', 'This is not the id of a record.')
}
