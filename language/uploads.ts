/** The largest file that can be uploaded, in bytes: 15 MB and not one byte more (D-109). */
export const UPLOAD_BYTES = 15 * 1024 * 1024

/** The types an uploaded image may have, by the ending of its name and by what is in it (D-110). */
export const uploadTypes = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' } as const

/** What is said about an image that is refused (account review, section 5; the odd comma is the specification's). */
export const uploadMessages = {
  tooBig: (name: string): string => `The file ${name} is too big. (files must be under 15MB in size).`,
  wrongType: 'Only .png,.jpg,.jpeg,.gif, image format are allowed',
  other: 'Error',
} as const

/** The types a table of records may have, by the ending of its name, and what they are sent on as (D-180). */
export const tableTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
} as const

/** What is said about a table that is refused. Its size limit is that of an image (D-180). */
export const tableMessages = {
  tooBig: (name: string): string => `The file ${name} is too big: at most 15 MB can be uploaded.`,
  wrongType: 'Only .csv, .xlsx and .xls files can be uploaded.',
  otherContent: 'The content of this file is not what its name says. Save the table again as .csv, .xlsx or .xls.',
  empty: 'The file is empty.',
} as const
