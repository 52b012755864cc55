import { formatValue } from './formatValue.ts'

/** A moment of the console's own, such as a time in ms, as `dateTime` writes those of the services. */
export const formatMoment = (moment: number | Date): string => formatValue('dateTime', new Date(moment).toISOString())
