import { useState } from 'react'
import { exceptionTexts } from '../../../language/messages.ts'
import { FailedSight, RequestId, Sight } from '../../../src/ui/Sight.tsx'
import { Spinner } from '../../../src/ui/Spinner.tsx'
import { BlobImage } from '../BlobImage.tsx'
import { scaleOf } from './sight.ts'
import type { DocumentFile } from './useDocumentFile.ts'
import type { Picture } from './usePicture.ts'

interface MatProps {
  readonly picture: Picture
  readonly file: DocumentFile
  readonly isRejected: boolean
  /** What the picture shows, for those who cannot see it. */
  readonly label: string
}

interface ImageProps extends Pick<MatProps, 'picture' | 'label'> {
  readonly content: Blob
}

const Image = ({ picture, content, label }: ImageProps) => {
  const [broken, setBroken] = useState<Blob>()
  const { frame, sight, show } = picture
  if (broken === content) {
    return (
      <Sight kind="failed" title="The picture could not be shown: its content is damaged. Download it to look at it." />
    )
  }
  const scale = scaleOf(sight, frame)
  const place = `translate(-50%, -50%) translate(${sight.x}px, ${sight.y}px) rotate(${sight.turn}deg) scale(${scale})`
  return (
    <BlobImage
      className="cs-docview-picture"
      content={content}
      alt={label}
      draggable={false}
      style={{ transform: place }}
      onLoad={({ currentTarget }) => show(currentTarget.naturalWidth, currentTarget.naturalHeight)}
      onError={() => setBroken(content)}
    />
  )
}

const Content = ({ picture, file, isRejected, label }: MatProps) => {
  if (isRejected) return <Sight kind="empty" title="A rejected document has no file." />
  if (file.state === 'ready') return <Image picture={picture} content={file.content} label={label} />
  if (file.state === 'noPicture') {
    return <Sight kind="empty" title="This document is no picture. Download it to look at it." />
  }
  if (file.state === 'loading') {
    return (
      <output className="cs-docview-loading">
        <Spinner /> Loading the document
      </output>
    )
  }
  return file.failure.kind === 'forbidden' ? (
    <Sight kind="forbidden" title={exceptionTexts[403]}>
      <RequestId failure={file.failure} />
    </Sight>
  ) : (
    <FailedSight title="The document could not be loaded." failure={file.failure} retry={file.retry} />
  )
}

/** The dark mat that the document lies on. */
export const Mat = (props: MatProps) => {
  const { mat, pointers, sight } = props.picture
  return (
    <div className="cs-docview-mat" ref={mat} data-zoomed={sight.zoom > 1 || undefined} {...pointers}>
      <Content {...props} />
    </div>
  )
}
