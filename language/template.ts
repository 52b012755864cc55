import { pointerOf } from './pointer.ts'
import { UNREADABLE, unreadableAt } from './unreadable.ts'

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Names between braces: `'Delete {title}?'` → `['title']`. */
export const placeholdersOf = (template: string): readonly string[] =>
  [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '-'

/**
 * Fills `{field}` from the record; a missing or structured value becomes '-', one that could not be read says so. `write`
 * formats the values: `filledText` in `src/model/columns.ts` writes them as people read them.
 */
export const fillTemplate = (
  template: string,
  record: Readonly<Record<string, unknown>>,
  write = (_name: string, value: unknown): string => shown(value),
): string =>
  template.replace(PLACEHOLDER, (_whole, name: string) =>
    unreadableAt(record, pointerOf([name])) === undefined ? write(name, record[name]) : UNREADABLE,
  )

/** Fills a path template. Each value is percent-encoded, except for `:`, so it can never add a segment. */
export const fillPath = (template: string, params: Readonly<Record<string, unknown>>): string =>
  template.replace(PLACEHOLDER, (_whole, name: string) =>
    encodeURIComponent(shown(params[name])).replaceAll('%3A', ':'),
  )
