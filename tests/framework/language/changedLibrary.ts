import { authored } from '../../../examples/library/schemas/index.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { Locale } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'

const { screens } = authored

/** What is said of the library when screens and forms are written otherwise, each as `code where: message`. */
export function saidOf(changes: Readonly<Record<string, object>>, locale?: Locale): readonly string[] {
  const changed = screens.map((screen) => {
    if (!('forms' in screen)) return { ...screen, ...changes[screen.name] }
    const forms = Object.entries(screen.forms).map(
      ([title, group]) => [title, group.map((form) => ({ ...form, ...changes[form.name] }))] as const,
    )
    return { ...screen, forms: Object.fromEntries(forms), ...changes[screen.name] }
  })
  const model = resolveConsole({ ...authored, screens: changed as typeof screens }, locale)
  return checkModel(model).map(({ code, where, message }) => `${code} ${where}: ${message}`)
}
