import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'

/**
 * A file's text in the format of the project.
 *
 * @param path says which language it is
 * @throws Error when the text cannot be parsed
 */
export async function formatted(path: string, text: string): Promise<string> {
  const options = JSON.parse(await readFile(join(import.meta.dirname, '../../.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}
