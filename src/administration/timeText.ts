import { formatMoment } from '../format/formatMoment.ts'

/** A time with its seconds, which are the same in every time zone. */
export function timeText(time: Date): string {
  const seconds = String(time.getUTCSeconds()).padStart(2, '0')
  return formatMoment(time).replace(/(?= [AP]M$)/, `:${seconds}`)
}
