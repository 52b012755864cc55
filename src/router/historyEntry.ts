import { valueAt } from '../../language/pointer.ts'

/** What the current entry of the browser's history keeps under a name, also through a reload and Back. */
export const readEntry = (name: string): unknown => valueAt(window.history.state, `/${name}`)

/** Keeps something in the current entry of the browser's history, without a navigation: no link takes it along. */
export function writeEntry(name: string, value: string): void {
  window.history.replaceState({ ...window.history.state, [name]: value }, '')
}
