/** Extensions by content type, for answers that do not name their file (D-47). */
const extensions: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'application/zip': 'zip',
  'application/json': 'json',
}

/** The media type of an answer, without its parameters. */
export const mediaTypeOf = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const named = (disposition: string): string | undefined => {
  const [, encoded] = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition) ?? []
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return (encoded === undefined ? undefined : decoded(encoded)) ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
}

/** The last part of a name, without what file systems do not take: a server never chooses the folder. */
const safe = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{Cc}<>:"|?*]/gu, '').trim()

/** The name a download is saved by: the answer's own, else the declared one with the type's extension (D-47). */
export function fileNameOf(headers: Headers, fileName: string): string {
  const own = safe(named(headers.get('Content-Disposition') ?? '') ?? '')
  if (own !== '' && own !== '.' && own !== '..') return own
  return `${safe(fileName)}.${extensions[mediaTypeOf(headers)] ?? 'csv'}`
}
