import { type Refusal, acceptedFiles } from './checkFile.ts'
import { FileButton } from '../../src/ui/FileButton.tsx'
import { Notice } from '../../src/ui/Notice.tsx'
import { sizeText } from '../../src/format/text.ts'
import { Thumbnail } from '../../src/ui/BlobImage.tsx'
import type { Chosen } from './useChoices.ts'

/** The reason a file was refused, as a red alert in its row (account review, section 5). */
export const RefusalNote = ({ refusal }: { readonly refusal: Refusal }) => (
  <Notice tone="danger" className="cs-doc-refusal" role="alert">
    <p>{refusal.message}</p>
    {refusal.detail !== undefined && <p className="cs-meta">{refusal.detail}</p>}
  </Notice>
)

interface DocumentFileButtonProps {
  readonly label: string
  /** The purpose of the file: 'Choose file: Address'. */
  readonly of: string
  readonly isOff: boolean
  /** The reason the button is disabled. */
  readonly reason: string | undefined
  readonly onFile: (file: File) => void
}

export const DocumentFileButton = ({ label, of, isOff, reason, onFile }: DocumentFileButtonProps) => (
  <FileButton
    size="small"
    disabled={isOff && reason === undefined}
    isOff={reason !== undefined}
    title={reason}
    aria-label={`${label}: ${of}`}
    inputLabel={`File: ${of}`}
    accept={acceptedFiles}
    onFiles={([file]) => onFile(file)}
  >
    {label}
  </FileButton>
)

const UNKNOWN = 'Outcome unknown'

const words: Readonly<Record<Chosen['progress']['state'], string>> = {
  chosen: 'Not saved yet',
  waiting: 'Waiting',
  cancelled: 'Upload cancelled, nothing was saved',
  uploading: 'Uploading',
  uploaded: 'Uploaded, not saved yet',
  failed: 'Not uploaded',
}

interface UploadProgressProps {
  readonly share: number | undefined
  readonly of: string
}

/** The whole file has been sent. The gateway decodes it and forwards it. */
const CHECKING = 'Being checked'

const UploadProgress = ({ share, of }: UploadProgressProps) => {
  const percent = share === undefined || share === 1 ? undefined : Math.floor(share * 100)
  const text = share === 1 ? CHECKING : percent === undefined ? words.uploading : `${percent} %`
  return (
    <span className="cs-row">
      <progress max={100} value={percent} aria-label={`Upload: ${of}`} />
      <span aria-hidden="true">{text}</span>
    </span>
  )
}

interface ChosenFileProps {
  readonly file: File
  readonly progress: Chosen['progress']
  readonly of: string
}

export const ChosenFile = ({ file, progress, of }: ChosenFileProps) => (
  <div className="cs-row cs-row--between">
    <Thumbnail file={file} />
    <div className="cs-doc-file">
      <span className="cs-ellipsis" title={file.name}>
        {file.name}
      </span>
      <span className="cs-meta">
        {progress.state === 'uploading' ? (
          <UploadProgress share={progress.share} of={of} />
        ) : (
          `${sizeText(file.size)} · ${progress.state === 'failed' && progress.isUnknown ? UNKNOWN : words[progress.state]}`
        )}
      </span>
    </div>
  </div>
)
