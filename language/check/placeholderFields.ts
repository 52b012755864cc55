import type { ResolvedAction } from '../resource.ts'
import { placeholdersOf } from '../template.ts'

const textsOf = (action: ResolvedAction): readonly string[] => {
  const { confirm, success, unchanged, blocked, result } = action
  const asked = [confirm?.title ?? '', confirm?.body ?? '', confirm?.typed?.text ?? '']
  const done = typeof success === 'string' ? success : success?.fallback
  const said = [done ?? '', unchanged ?? '', result?.title ?? '']
  return [...asked, ...said, ...blocked.map(({ text }) => text)]
}

/** The fields that an action's sentences speak of. */
export const placeholderFields = (action: ResolvedAction): readonly string[] => textsOf(action).flatMap(placeholdersOf)
