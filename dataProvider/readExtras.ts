import type { ResponseMapping } from '../language/binding.ts'
import { valueAt } from '../language/pointer.ts'

const textOf = (item: unknown, pick: string | undefined): readonly string[] => {
  const value = typeof item === 'object' && pick !== undefined ? valueAt(item, `/${pick}`) : item
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}

/** The lists of strings that came along: blanks dropped, each once, in the server's order (D-40). */
export const readExtras = (
  body: unknown,
  extras: ResponseMapping['extras'],
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(extras ?? {}).map(([name, { path, pick }]) => {
      const list: unknown = path.map((pointer) => valueAt(body, pointer)).find(Array.isArray)
      const texts = Array.isArray(list) ? list.flatMap((item: unknown) => textOf(item, pick)) : []
      return [name, [...new Set(texts)]]
    }),
  )
