import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Names the browser's own field for assistive technology. */
  readonly inputLabel: string
  /** The types and endings that the file chooser offers. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A button that opens the browser's file chooser. The same file can be chosen again. */
export const FileButton = ({ inputLabel, accept, disabled, onFile, ...rest }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()} {...rest} />
      <input
        type="file"
        hidden
        ref={input}
        accept={accept}
        disabled={disabled}
        aria-label={inputLabel}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) onFile(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
