import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Upload } from '../../language/binding.ts'
import {
  canBegin,
  extensionOf,
  kindOf,
  refusalByName,
  refusalTexts,
  SIGNATURE_BYTES,
  tooManyText,
  UNREADABLE,
} from '../../language/uploads.ts'

/** The name of the field for files in a dialog or a form. */
export const FILES = ':files'

export interface ChosenFiles {
  readonly files: readonly File[]
  readonly error: string | undefined
  /**
   * Adds files, or replaces the only one. Files that cannot be sent are refused: several chosen ones stay, the only one
   * goes, as it was meant to be replaced.
   */
  readonly add: (chosen: readonly File[]) => void
  readonly remove: (file: File) => void
  /** Checks the files again before sending, because files can disappear. Resolves with the error, if any. */
  readonly check: () => Promise<string | undefined>
}

/** The first bytes of a file; `undefined` if it can no longer be read. */
async function headOf(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
  } catch {
    return undefined
  }
}

/** A refusal, which names its file where others are chosen already. */
const saidOf = ({ name }: File, text: string, present: readonly File[]): string =>
  present.length === 0 || text.includes(name) ? text : `${name}: ${text}`

/** The refusal that the number, the names and the sizes of the files show. */
function refusalOf(upload: Upload, chosen: readonly File[], present: readonly File[]): string | undefined {
  for (const file of chosen) {
    const text = refusalByName(upload, file)
    if (text !== undefined) return saidOf(file, text, present)
  }
  const count = chosen.length + (upload.maxFiles === 1 ? 0 : present.length)
  return count > upload.maxFiles ? tooManyText(upload.maxFiles) : undefined
}

/** True for a table whose lines are shown: the preview says what is wrong with the file. An .xls file has none. */
const hasPreview = (upload: Upload, { name }: File): boolean => upload.rows !== undefined && extensionOf(name) !== 'xls'

/** True if the first bytes are read before a file is accepted. */
const isLookedInto = (upload: Upload, file: File): boolean => {
  const kind = kindOf(upload, file.name)
  return kind === 'table' ? !hasPreview(upload, file) : kind !== 'any'
}

/** The refusal that the first bytes of the files show. The gateway checks the whole files. */
async function refusalByContent(
  upload: Upload,
  chosen: readonly File[],
  present: readonly File[],
): Promise<string | undefined> {
  for (const file of chosen) {
    const kind = kindOf(upload, file.name)
    const head = isLookedInto(upload, file) ? await headOf(file) : undefined
    if (kind === undefined || head === undefined || canBegin(kind, file.name, head)) continue
    return saidOf(file, refusalTexts(upload).otherContent(file.name), present)
  }
  return undefined
}

/** Why the lines of the one table cannot be sent as they are. */
async function refusalByLines({ rows }: Upload, [file]: readonly File[]): Promise<string | undefined> {
  if (rows === undefined || file === undefined) return undefined
  const [{ faultyLines }, { tableIn }] = await Promise.all([import('./checkTable.ts'), import('./tableFile.ts')])
  const { problem, lines = [] } = await tableIn(rows, file)
  if (problem !== undefined) return problem
  const faulty = faultyLines(lines).length
  if (faulty === 0) return undefined
  return `Lines that cannot be used: ${faulty}. Correct them${faulty === lines.length ? '' : ', or leave them out'}.`
}

/**
 * Checks files as they are chosen: by name, size and first bytes. The error about a refused file shows until another is
 * chosen.
 *
 * @param upload what the call accepts; `undefined` if it takes no file
 */
export function useChosenFiles(
  upload: Upload | undefined,
  files: readonly File[],
  setFiles: (files: readonly File[]) => void,
): ChosenFiles {
  const [error, setError] = useState<string>()
  const latest = useRef({ files, setFiles })
  useLayoutEffect(() => {
    latest.current = { files, setFiles }
  }, [files, setFiles])
  const add = useCallback(
    (chosen: readonly File[]) => {
      if (upload === undefined) return
      const isOne = upload.maxFiles === 1
      const accept = () => latest.current.setFiles(isOne ? chosen : [...latest.current.files, ...chosen])
      const refuse = (text: string) => {
        setError(text)
        if (isOne) latest.current.setFiles([])
      }
      const refused = refusalOf(upload, chosen, latest.current.files)
      if (refused !== undefined) return refuse(refused)
      setError(undefined)
      if (!chosen.some((file) => isLookedInto(upload, file))) return accept()
      void refusalByContent(upload, chosen, latest.current.files).then((wrong) =>
        wrong === undefined ? accept() : refuse(wrong),
      )
    },
    [upload],
  )
  const remove = useCallback((file: File) => {
    setError(undefined)
    latest.current.setFiles(latest.current.files.filter((each) => each !== file))
  }, [])
  const check = useCallback(async () => {
    const heads = await Promise.all(files.map(headOf))
    const missing = files.length === 0 && upload?.required !== undefined ? (error ?? upload.required) : undefined
    const unread = heads.includes(undefined) ? UNREADABLE : missing
    const found = unread ?? (upload && (await refusalByLines(upload, files)))
    setError(found)
    return found
  }, [upload, files, error])
  return useMemo(() => ({ files, error, add, remove, check }), [files, error, add, remove, check])
}
