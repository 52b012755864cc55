import type { ToneTable } from '../shared/statuses.ts'
import type { Format } from './list.ts'
import type { PiiClass } from './pii.ts'
import type { ObjectSchema, Pointer } from './schema.ts'

/** The answer of the detail call where it is not simply one record of the list. */
export interface DetailDefinition {
  readonly schema: ObjectSchema
  /** Personal data by place: a JSON Pointer in which a step `*` stands for every item of an array. */
  readonly pii: Readonly<Record<string, PiiClass>>
}

/** One labelled value of the record's page. */
export interface Fact {
  readonly label: string
  readonly at: Pointer
  readonly format?: Format
}

/** The record's page. */
export interface ShowDefinition {
  /** What must be there for the record to exist; otherwise the page says that it was not found. */
  readonly exists: Pointer
  readonly header: {
    readonly title: Pointer
    readonly status?: { readonly at: Pointer; readonly tones: ToneTable }
    readonly facts: readonly Fact[]
  }
}
