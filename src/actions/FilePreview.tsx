import { useState } from 'react'
import type { Resource } from '../../language/resource.ts'
import { recordName } from '../model/rowModel.ts'
import { BlobImage } from '../ui/BlobImage.tsx'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import './filePreview.css'
import { saveFile } from '../ui/saveFile.ts'
import type { ShownFile } from './useActionFlow.ts'

interface FilePreviewProps {
  readonly definition: Resource
  readonly file: ShownFile
  readonly onClose: () => void
}

/** The name of the record that a file belongs to; '' for a file of a form or of a whole list. */
const ownerOf = (definition: Resource, { record }: ShownFile): string =>
  record === undefined || definition.kind === 'form' ? '' : recordName(definition, record)

/** Shows an image that an action has fetched, from memory, with a button that saves it under its name. */
export const FilePreview = ({ definition, file, onClose }: FilePreviewProps) => {
  const { action, name, content } = file
  const [isBroken, setBroken] = useState(false)
  const owner = ownerOf(definition, file)
  return (
    <Drawer
      kind="view"
      title={action.label}
      of={owner}
      aside={
        <Button size="small" onClick={() => saveFile(name, content)}>
          Download
        </Button>
      }
      onClose={onClose}
    >
      {isBroken ? (
        <p className="cs-note">This file can't be shown as an image. Download it to open it.</p>
      ) : (
        <BlobImage
          className="cs-file-preview"
          content={content}
          alt={owner === '' ? name : `${action.label}: ${owner}`}
          onError={() => setBroken(true)}
        />
      )}
    </Drawer>
  )
}
