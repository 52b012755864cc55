import type { CipCategory } from './cipCategories.ts'

/** One case of identity verification (spec account-review section 3). */
export interface Investigation {
  readonly id: number
  readonly sketchId: string
  readonly status: string
  readonly error: string | null
  readonly archived?: boolean
  readonly history?: readonly Readonly<Record<string, unknown>>[]
  readonly request: Readonly<Record<string, unknown>>
  readonly cipCategories: readonly CipCategory[]
  readonly result: Readonly<Record<string, unknown>> | null
}
