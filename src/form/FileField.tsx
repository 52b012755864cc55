import { useCallback, useEffect, useMemo, useState, useId } from 'react'
import type { FormResource } from '../../language/resource.ts'
import type { FormLayout } from '../../language/form.ts'
import { useDraft } from '../data/drafts.ts'
import { fileKey } from './formValues.ts'
import { checkStillThere, checkTable, acceptedTables } from './checkTable.ts'
import type { DragEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { sizeText } from '../format/text.ts'
import { FieldGroup } from '../ui/Field.tsx'

/** The file of a form. */
export interface ChosenFile {
  readonly file: File | undefined
  readonly error: string | undefined
  readonly choose: (file: File | undefined) => void
  /** Checks the file again before sending, because files can disappear. Resolves with the error, if any. */
  readonly check: () => Promise<string | undefined>
}

/**
 * Holds a form's file. A file that cannot be sent is refused, and the previous one stays. If there is none, the error
 * about the refused file shows until another is chosen.
 */
export function useFile(definition: FormResource, { file: asked }: FormLayout): ChosenFile {
  const [file, setFile] = useState<File>()
  const { keep, drop } = useDraft(fileKey(definition))
  const isChosen = file !== undefined
  useEffect(() => {
    if (!isChosen) return undefined
    keep({})
    return drop
  }, [isChosen, keep, drop])
  const [error, setError] = useState<string>()
  const choose = useCallback((next: File | undefined) => {
    const refusal = next === undefined ? undefined : checkTable(next)
    setError(refusal)
    if (refusal === undefined) setFile(next)
  }, [])
  const check = useCallback(async () => {
    if (asked === undefined) return undefined
    const found = file === undefined ? (error ?? asked.required) : await checkStillThere(file)
    setError(found)
    return found
  }, [asked, error, file])
  return useMemo(() => ({ file, error, choose, check }), [file, error, choose, check])
}

interface FileFieldProps {
  readonly label: string
  readonly file: File | undefined
  readonly error: string | undefined
  readonly isOff: boolean
  readonly onFile: (file: File | undefined) => void
}

/** The chosen file, or which files are accepted. */
const FileText = ({ file }: { readonly file: File | undefined }) =>
  file === undefined ? (
    <p className="cs-muted">Drop a .csv, .xlsx or .xls file of at most 15 MB here, or</p>
  ) : (
    <p>
      <span className="cs-strong">{file.name}</span> <span className="cs-muted">{sizeText(file.size)}</span>
    </p>
  )

/** Accepts a dropped file, and knows whether one is being dragged over. */
function useDrop({ isOff, onFile }: Pick<FileFieldProps, 'isOff' | 'onFile'>) {
  const [isOver, setOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over && !isOff)
  }
  const onDrop = (event: DragEvent) => {
    drag(false)(event)
    const [dropped] = event.dataTransfer.files
    if (dropped !== undefined && !isOff) onFile(dropped)
  }
  return { isOver, drop: { onDragEnter: drag(true), onDragOver: drag(true), onDragLeave: drag(false), onDrop } }
}

type ChooserProps = Omit<FileFieldProps, 'error'> & { readonly describedBy: string }

const Chooser = ({ label, file, isOff, onFile, describedBy }: ChooserProps) => (
  <div className="cs-row">
    <FileButton
      data-first-field
      disabled={isOff}
      aria-describedby={describedBy}
      inputLabel={label}
      accept={acceptedTables}
      onFile={onFile}
    >
      {file === undefined ? 'Choose a file' : 'Choose another'}
    </FileButton>
    {file !== undefined && (
      <Button disabled={isOff} onClick={() => onFile(undefined)}>
        Remove
      </Button>
    )}
  </div>
)

/** A field for the file to send, chosen or dropped, with its name and size. The content is not read here. */
export const FileField = (props: FileFieldProps) => {
  const { label, file, error } = props
  const id = useId()
  const { isOver, drop } = useDrop(props)
  return (
    <FieldGroup {...{ id, error }} label={<span id={id}>{label}</span>} isMarked hasRoom>
      <div className="cs-form-drop" data-over={isOver} data-invalid={error !== undefined} {...drop}>
        <FileText file={file} />
        <Chooser {...props} describedBy={error === undefined ? id : `${id} ${id}-error`} />
      </div>
    </FieldGroup>
  )
}
