import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { statements } from '../statements.ts'
import { EMBEDDED_PASSWORD } from './people.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { Person } from './people.ts'

/** How a password was received. `locked` says nothing about the password itself. */
export type PasswordCheck =
  { readonly kind: 'right'; readonly person: Person } | { readonly kind: 'wrong' | 'expired' | 'locked' }

const WINDOW_MS = 60_000
const FAILURES_ALLOWED = 10
const NAMES_REMEMBERED = 10_000

/** Derived on the thread pool, so that guessing never holds up other requests. */
function derive(password: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N: 16_384, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Counts the failures of a name within the last minute, known to the provider or not. */
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

/** Checks e-mail and password; ten failures of one name within a minute lock that name until they are a minute old. */
export type VerifyPassword = (email: string, password: string) => Promise<PasswordCheck>

/** Hashes the embedded password for everyone at the first start and checks against the stored hashes from then on. */
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
  const nobody = { salt: randomBytes(16), hash: randomBytes(32) }
  const counter = failureCounter(now)
  return async (email, password) => {
    const name = email.toLowerCase()
    if (counter.isLocked(name)) return { kind: 'locked' }
    const person = people.find(({ email: known }) => known === name)
    const { salt, hash } = (person && stored(person.subject)) ?? nobody
    if (!(salt instanceof Uint8Array) || !(hash instanceof Uint8Array))
      throw new TypeError('a stored password is damaged')
    // A name nobody has costs the same time as a wrong password.
    const right = timingSafeEqual(await derive(password, salt), hash)
    if (!person || !right) {
      counter.add(name)
      return { kind: 'wrong' }
    }
    counter.clear(name)
    return person.passwordExpired ? { kind: 'expired' } : { kind: 'right', person }
  }
}
