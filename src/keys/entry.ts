/** The chunk of what keys open: the page's keys, and the search over records, screens and actions. */
import './keys.css'

export { KeysDialog } from './KeysDialog.tsx'
export { Palette } from './Palette.tsx'
