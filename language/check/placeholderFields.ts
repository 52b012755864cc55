import type { AnyAction } from '../defineResource.ts'
import { placeholdersOf } from '../template.ts'

const textsOf = (action: AnyAction): readonly string[] => {
  const { confirm, success, unchanged, blocked = [], result } = action
  const asked =
    typeof confirm === 'string' ? [confirm] : [confirm?.title ?? '', confirm?.body ?? '', confirm?.typed?.text ?? '']
  const done = typeof success === 'object' ? success.otherwise : success
  const said = [done ?? '', unchanged ?? '', result?.title ?? '']
  return [...asked, ...said, ...blocked.map(({ reason }) => reason)]
}

/** The fields that an action's sentences speak of. */
export const placeholderFields = (action: AnyAction): readonly string[] => textsOf(action).flatMap(placeholdersOf)
