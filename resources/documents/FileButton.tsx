import { useRef } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import { acceptedFiles } from './checkFile.ts'

interface FileButtonProps {
  readonly label: string
  /** What the file is for: 'Choose file: Address'. */
  readonly of: string
  readonly isOff: boolean
  /** Why the button is off. */
  readonly reason?: string | undefined
  readonly onFile: (file: File) => void
}

/** A button that opens the browser's file chooser. The same file can be chosen again. */
export const FileButton = ({ label, of, isOff, reason, onFile }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="small"
        disabled={isOff}
        title={reason}
        aria-label={`${label}: ${of}`}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        type="file"
        hidden
        ref={input}
        accept={acceptedFiles}
        disabled={isOff}
        aria-label={`File: ${of}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) onFile(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
