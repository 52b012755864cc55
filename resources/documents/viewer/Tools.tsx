import { Button } from '../../../src/ui/Button.tsx'
import { scaleOf, ZOOM_STEP } from './imageTransform.ts'
import type { Picture } from './usePicture.ts'

interface ToolProps {
  readonly label: string
  readonly keys: string
  readonly sign: string
  readonly isOff?: boolean
  readonly run: () => void
}

const Tool = ({ label, keys, sign, isOff = false, run }: ToolProps) => (
  <Button
    look="icon"
    className="cs-docview-tool"
    aria-label={label}
    aria-keyshortcuts={keys}
    title={`${label} (${keys})`}
    disabled={isOff}
    onClick={run}
  >
    {sign}
  </Button>
)

interface ToolsProps {
  readonly picture: Picture
  /** There is no picture to work on. */
  readonly isOff: boolean
}

/** The tools for the picture; each has a key. */
export const Tools = ({ picture, isOff }: ToolsProps) => {
  const { imageTransform, frame, zoom, fit, rotate } = picture
  return (
    <div className="cs-docview-tools" role="toolbar" aria-label="Picture">
      <Tool
        label="Zoom out"
        keys="-"
        sign="−"
        isOff={isOff || imageTransform.zoom <= 1}
        run={() => zoom(1 / ZOOM_STEP)}
      />
      <output className="cs-docview-scale">
        {isOff ? '' : `${Math.round(scaleOf(imageTransform, frame) * 100)} %`}
      </output>
      <Tool label="Zoom in" keys="+" sign="+" isOff={isOff} run={() => zoom(ZOOM_STEP)} />
      <Tool label="Fit" keys="0" sign="Fit" isOff={isOff} run={fit} />
      <Tool label="Rotate" keys="R" sign="⟳" isOff={isOff} run={rotate} />
    </div>
  )
}
