import { useId, useRef } from 'react'
import type { Upload } from '../../language/binding.ts'
import { extensionsOf, extensionsText, kindOf, limitText } from '../../language/uploads.ts'
import { sizeText } from '../format/text.ts'
import { Thumbnail } from '../ui/BlobImage.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldGroup } from '../ui/Field.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useDrop } from '../ui/useDrop.ts'
import { FILES, type ChosenFiles } from './useChosenFiles.ts'
import './fileInput.css'

/** A separate chunk: few files have lines that are looked at before they are sent. */
const TablePreview = lazyComponent(async () => (await import('./TablePreview.tsx')).TablePreview, null)

/** What is accepted, as the beginning of a sentence that the button ends. */
function acceptedText({ kinds, maxBytes, maxFiles }: Upload): string {
  const extensions = extensionsText(extensionsOf({ kinds }), 'disjunction')
  const what = `${extensions === '' ? '' : `${extensions} `}${maxFiles === 1 ? 'file' : 'files'}`
  const most = limitText(maxBytes)
  return maxFiles === 1
    ? `Drop a ${what} of at most ${most} here, or`
    : `Drop up to ${maxFiles} ${what} of at most ${most} each here, or`
}

interface FileLineProps {
  readonly upload: Upload
  readonly file: File
  readonly isOff: boolean
  readonly onRemove: () => void
}

/** One chosen file: a preview if it is an image, its name and its size. */
const FileLine = ({ upload, file, isOff, onRemove }: FileLineProps) => (
  <li className="cs-row">
    {kindOf(upload, file.name) === 'image' && <Thumbnail file={file} />}
    <span className="cs-file-name">
      <span className="cs-strong">{file.name}</span> <span className="cs-muted">{sizeText(file.size)}</span>
    </span>
    <Button
      disabled={isOff}
      onClick={onRemove}
      {...(upload.maxFiles === 1 ? {} : { size: 'small', 'aria-label': `Remove ${file.name}` })}
    >
      Remove
    </Button>
  </li>
)

const buttonText = ({ maxFiles }: Upload, count: number): string => {
  if (maxFiles === 1) return count === 0 ? 'Choose a file' : 'Choose another'
  return count === 0 ? 'Choose files' : 'Add files'
}

interface FileInputProps {
  readonly upload: Upload
  readonly chosen: ChosenFiles
  readonly isOff: boolean
  /** In a form: room for the error. */
  readonly isInForm?: boolean
  /** In a form: why the service refused the file. */
  readonly refusal?: string | undefined
}

/** A field for the files to send, chosen or dropped, with their names and sizes. */
export const FileInput = ({ upload, chosen, isOff, isInForm = false, refusal }: FileInputProps) => {
  const { label, required, maxFiles } = upload
  const { files, error, add, remove } = chosen
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { isOver, drop } = useDrop(isOff, add)
  const take = (file: File) => {
    // The button that was pressed disappears with its file.
    button.current?.focus()
    remove(file)
  }
  return (
    <FieldGroup
      {...{ id, error }}
      label={<span id={id}>{label}</span>}
      isMarked={required !== undefined}
      hasRoom={isInForm}
    >
      <div className="cs-file-drop" data-over={isOver} data-invalid={error !== undefined} {...drop}>
        {files.length === 0 ? (
          <p className="cs-muted">{acceptedText(upload)}</p>
        ) : (
          <ul className="cs-stack">
            {files.map((file, index) => (
              <FileLine
                key={`${index} ${file.name} ${file.lastModified}`}
                {...{ upload, file, isOff }}
                onRemove={() => take(file)}
              />
            ))}
          </ul>
        )}
        <FileButton
          ref={button}
          name={FILES}
          data-first-field
          disabled={isOff}
          aria-describedby={error === undefined ? id : `${id} ${id}-error`}
          inputLabel={label}
          accept={extensionsOf(upload).join(',')}
          isMultiple={maxFiles > 1}
          onFiles={add}
        >
          {buttonText(upload, files.length)}
        </FileButton>
      </div>
      {upload.rows !== undefined && (
        <TablePreview
          columns={upload.rows}
          file={files[0]}
          {...{ upload, isOff, refusal }}
          onReplace={(file) => add([file])}
        />
      )}
    </FieldGroup>
  )
}
