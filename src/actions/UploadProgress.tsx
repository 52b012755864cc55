import { Button } from '../ui/Button.tsx'
import type { FileTransfer } from './useTransfer.ts'

/** The upload's progress, and a button that stops it until everything has been sent. */
export const UploadProgress = ({ transfer: { share, stop } }: { readonly transfer: FileTransfer }) => {
  const percent = Math.floor(share * 100)
  const isSent = share === 1
  return (
    <div className="cs-row cs-upload">
      <progress max={100} {...(isSent ? {} : { value: percent })} aria-label="Upload" />
      <span className="cs-note cs-digits">{isSent ? 'Being checked' : `${percent} %`}</span>
      <Button disabled={isSent} onClick={stop}>
        Stop the upload
      </Button>
    </div>
  )
}
