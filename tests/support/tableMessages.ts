/** What people read about a refused table (D-180). */
export const tableMessages = {
  tooBig: (name: string): string => `The file ${name} is too big: at most 15 MB can be uploaded.`,
  wrongType: 'Only .csv, .xlsx and .xls files can be uploaded. Save the table as CSV UTF-8 or .xlsx.',
  otherContent: 'The content of this file is not what its name says. Save the table again as .csv, .xlsx or .xls.',
  empty: 'The file is empty.',
} as const
