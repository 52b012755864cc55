import type { Choice, Evidence } from './evidence.ts'

/** The text of a cited choice, always with the value that distinguishes it from others. */
export const citationText = ({ value, label }: Choice): string =>
  label.includes(value) ? label : `${label} (${value})`

const lineOf = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${title}: ${items.join('; ')}`

/**
 * The reason that a service receives: the typed text, then the evidence on separate lines. The gateway sends this text,
 * and the dialog previews it.
 */
export const composeReason = (reason: string, { reliedOn, acknowledged }: Evidence): string =>
  [reason, lineOf('Relied on', reliedOn.map(citationText)), lineOf('Acknowledged', acknowledged)]
    .filter((line) => line !== '')
    .join('\n')
