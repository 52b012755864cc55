import { useState } from 'react'
import type { Failure } from '../data/failure.ts'
import type { FieldErrors } from './inputError.ts'
import type { InputValues } from './inputValue.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The service's messages about single values, each until its value is changed. */
export function useRefused(failure: Pick<Failure, 'fields'> | undefined, typed: InputValues): FieldErrors {
  const [sent, setSent] = useState({ failure, typed })
  if (sent.failure !== failure) setSent({ failure, typed })
  const entries = Object.entries(failure?.fields ?? {})
  return Object.fromEntries(entries.filter(([name]) => isSame(typed[name], sent.typed[name])))
}
