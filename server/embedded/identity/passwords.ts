import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { statements } from '../database.ts'

export interface Person {
  /** The person's id at the identity provider. */
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordExpired?: boolean
}

/** The password of every person. A real environment has its own identity provider. */
export const EMBEDDED_PASSWORD = 'countersign'

/** The result of checking a password. `locked` reveals nothing about the password. */
export type PasswordCheck =
  | { readonly kind: 'right'; readonly person: Person }
  | { readonly kind: 'wrong' | 'expired' | 'locked' }

const WINDOW_MS = 60_000
const FAILURES_ALLOWED = 10
const NAMES_REMEMBERED = 10_000

/** scrypt runs on the thread pool, so guessing never delays other requests. */
function derive(password: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N: 16_384, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Counts the failures of a name within the last minute; the name may be unknown. */
function failureCounter(now: () => number) {
  const failures = new Map<string, readonly number[]>()
  const recent = (name: string): readonly number[] =>
    (failures.get(name) ?? []).filter((time) => time > now() - WINDOW_MS)
  return {
    isLocked: (name: string): boolean => recent(name).length >= FAILURES_ALLOWED,
    add(name: string): void {
      if (failures.size >= NAMES_REMEMBERED) failures.delete(failures.keys().next().value ?? '')
      failures.set(name, [...recent(name), now()])
    },
    clear: (name: string): boolean => failures.delete(name),
  }
}

/** Checks e-mail and password. Ten failures of a name within a minute lock the name until they are a minute old. */
export type VerifyPassword = (email: string, password: string) => Promise<PasswordCheck>

/** Hashes the embedded password for every person at the first start; later starts use the stored hashes. */
export async function openPasswords(
  database: DatabaseSync,
  people: readonly Person[],
  now: () => number = Date.now,
): Promise<VerifyPassword> {
  database.exec(
    'CREATE TABLE IF NOT EXISTS passwords (subject TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL) STRICT',
  )
  const { first, run } = statements(database)
  const stored = (subject: string) => first('SELECT salt, hash FROM passwords WHERE subject = ?', [subject])
  await Promise.all(
    people.map(async ({ subject }) => {
      if (stored(subject)) return
      const salt = randomBytes(16)
      run('INSERT INTO passwords VALUES (?, ?, ?)', [subject, salt, await derive(EMBEDDED_PASSWORD, salt)])
    }),
  )
  const unknownPerson = { salt: randomBytes(16), hash: randomBytes(32) }
  const counter = failureCounter(now)
  return async (email, password) => {
    const name = email.toLowerCase()
    if (counter.isLocked(name)) return { kind: 'locked' }
    const person = people.find(({ email: known }) => known === name)
    const { salt, hash } = (person && stored(person.subject)) ?? unknownPerson
    if (!(salt instanceof Uint8Array) || !(hash instanceof Uint8Array))
      throw new TypeError('a stored password is damaged')
    // An unknown name takes as long as a wrong password.
    const right = timingSafeEqual(await derive(password, salt), hash)
    if (!person || !right) {
      counter.add(name)
      return { kind: 'wrong' }
    }
    counter.clear(name)
    return person.passwordExpired ? { kind: 'expired' } : { kind: 'right', person }
  }
}
