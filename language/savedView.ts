import type { JSONSchema } from 'json-schema-to-ts'
import { count, flag, list, object, orNull, text, type WireOf } from './wire.ts'

/** The most views that one person has of a list. */
export const MOST_SAVED_VIEWS = 50

/** How many characters the name of a view may have. */
export const MOST_NAME = 60

const kept = {
  /** The list's own query with its filters and its order: no page, no search, and no personal value. */
  query: text,
  /** Ids of the columns, in their order; `null` for those of the definition. */
  columns: orNull(list(text)),
}
const savedViewContent = object(kept)
export type SavedViewContent = WireOf<typeof savedViewContent>

/** A list as a person has named it, to come back to it. */
export const savedView = object({
  ...kept,
  id: text,
  resource: text,
  name: text,
  /** Everyone who may read the list has the view. */
  isShared: flag,
  owner: text,
  isOwn: flag,
  /** Counts the changes. A change names the version that the person saw. */
  version: count,
})
export type SavedView = WireOf<typeof savedView>

export const savedViewList = list(savedView)

const content = {
  name: { type: 'string', minLength: 1, maxLength: MOST_NAME, pattern: '^\\S(.*\\S)?$' },
  isShared: { type: 'boolean' },
  query: { type: 'string', maxLength: 1000 },
  columns: {
    type: ['array', 'null'],
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 100 },
  },
} as const

export const newSavedViewBody = {
  type: 'object',
  properties: { resource: { type: 'string', minLength: 1, maxLength: 100 }, ...content },
  required: ['resource', 'name', 'isShared', 'query', 'columns'],
  additionalProperties: false,
} as const satisfies JSONSchema

export const savedViewBody = {
  type: 'object',
  properties: { version: { type: 'integer', minimum: 1 }, ...content },
  required: ['version', 'name', 'isShared', 'query', 'columns'],
  additionalProperties: false,
} as const satisfies JSONSchema
