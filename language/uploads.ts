/** The maximum upload size, in bytes: exactly 15 MB is still accepted (D-109). */
export const UPLOAD_BYTES = 15 * 1024 * 1024

/** The allowed image types, by file extension and by content (D-110). */
export const uploadTypes = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' } as const

/** The messages for a refused image (account review, section 5; the odd comma is the specification's). */
export const uploadMessages = {
  tooBig: (name: string): string => `The file ${name} is too big. (files must be under 15MB in size).`,
  wrongType: 'Only .png,.jpg,.jpeg,.gif, image format are allowed',
  other: 'Error',
} as const

/** The allowed table types, by file extension, and the type each is sent as (D-180). */
export const tableTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
} as const

/** The messages for a refused table. Its size limit is that of an image (D-180). */
export const tableMessages = {
  tooBig: (name: string): string => `The file ${name} is too big: at most 15 MB can be uploaded.`,
  wrongType: 'Only .csv, .xlsx and .xls files can be uploaded.',
  otherContent: 'The content of this file is not what its name says. Save the table again as .csv, .xlsx or .xls.',
  empty: 'The file is empty.',
} as const
