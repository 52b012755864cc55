import { useRef, type ComponentProps } from 'react'
import { Button } from './Button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Names the browser's own field for assistive technology. */
  readonly inputLabel: string
  /** The types and extensions that the file chooser offers. Empty for all. */
  readonly accept: string
  readonly isMultiple?: boolean
  readonly onFiles: (files: readonly [File, ...File[]]) => void
}

/** A button that opens the browser's file chooser. The same file can be chosen again. */
export const FileButton = ({ inputLabel, accept, isMultiple, disabled, isOff, onFiles, ...rest }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        disabled={disabled}
        {...(isOff !== undefined && { isOff })}
        onClick={() => input.current?.click()}
        {...rest}
      />
      <input
        type="file"
        hidden
        ref={input}
        accept={accept}
        multiple={isMultiple}
        disabled={disabled === true || isOff === true}
        aria-label={inputLabel}
        onChange={({ currentTarget }) => {
          const [first, ...more] = currentTarget.files ?? []
          if (first !== undefined) onFiles([first, ...more])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
