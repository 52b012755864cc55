import type { JSONSchema } from 'json-schema-to-ts'

/** The most views that one person has of a list. */
export const MOST_VIEWS = 50

/** How many characters the name of a view may have. */
export const MOST_NAME = 60

/** What a view keeps of a list. */
export interface ViewContent {
  /** The list's own query with its filters and its order: no page, no search, and no personal value. */
  readonly query: string
  /** Ids of the columns, in their order; `null` for those of the definition. */
  readonly columns: readonly string[] | null
}

/** A list as a person has named it, to come back to it. */
export interface SavedView extends ViewContent {
  readonly id: string
  readonly resource: string
  readonly name: string
  /** Everyone who may read the list has the view. */
  readonly isShared: boolean
  /** The person whose view it is. */
  readonly owner: string
  readonly isOwn: boolean
  /** Counts the changes. A change names the version that the person saw. */
  readonly version: number
}

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

/** The body that creates a view. */
export const newViewBody = {
  type: 'object',
  properties: { resource: { type: 'string', minLength: 1, maxLength: 100 }, ...content },
  required: ['resource', 'name', 'isShared', 'query', 'columns'],
  additionalProperties: false,
} as const satisfies JSONSchema

/** The body that replaces the view of a version. */
export const viewBody = {
  type: 'object',
  properties: { version: { type: 'integer', minimum: 1 }, ...content },
  required: ['version', 'name', 'isShared', 'query', 'columns'],
  additionalProperties: false,
} as const satisfies JSONSchema
