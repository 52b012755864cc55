const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  zip: 'application/zip',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
}

type Header = string | string[] | undefined

const textOf = (header: Header): string => (Array.isArray(header) ? (header[0] ?? '') : (header ?? ''))

const known = (extension: string | undefined): string | undefined =>
  extension !== undefined && Object.hasOwn(types, extension) ? extension : undefined

/**
 * Type and name under which a file leaves the gateway (D-47, S-39): the extension is the one of the service's own file
 * name if it is known, else that of its content type, else csv. Nothing else of the service's headers is used.
 */
export function downloadHead(
  fileName: string,
  headers: Readonly<Record<string, Header>>,
): Readonly<Record<string, string>> {
  const named = known(/\.([a-z]{3,4})"?\s*(?:;|$)/i.exec(textOf(headers['content-disposition']))?.[1]?.toLowerCase())
  const declared = textOf(headers['content-type']).split(';', 1)[0]?.trim().toLowerCase()
  const byType = Object.keys(types).find((extension) => types[extension] === declared)
  const extension = named ?? byType
  return {
    'content-type':
      extension === undefined ? 'application/octet-stream' : (types[extension] ?? 'application/octet-stream'),
    'content-disposition': `attachment; filename="${fileName}.${extension ?? 'csv'}"`,
  }
}
