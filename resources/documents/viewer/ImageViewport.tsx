import { useState } from 'react'
import { exceptionTexts } from '../../../language/messages.ts'
import { ErrorState, RequestId, EmptyState } from '../../../src/ui/EmptyState.tsx'
import { Spinner } from '../../../src/ui/Button.tsx'
import { BlobImage } from '../BlobImage.tsx'
import { scaleOf } from './imageTransform.ts'
import type { DocumentFile } from './useDocumentFile.ts'
import type { Picture } from './usePicture.ts'

interface ImageViewportProps {
  readonly picture: Picture
  readonly file: DocumentFile
  readonly isRejected: boolean
  /** What the picture shows, for those who cannot see it. */
  readonly label: string
}

interface ImageProps extends Pick<ImageViewportProps, 'picture' | 'label'> {
  readonly content: Blob
}

const Image = ({ picture, content, label }: ImageProps) => {
  const [broken, setBroken] = useState<Blob>()
  const { frame, imageTransform, show } = picture
  if (broken === content) {
    return (
      <EmptyState
        kind="failed"
        title="The picture could not be shown: its content is damaged. Download it to look at it."
      />
    )
  }
  const scale = scaleOf(imageTransform, frame)
  const place = `translate(-50%, -50%) translate(${imageTransform.x}px, ${imageTransform.y}px) rotate(${imageTransform.rotation}deg) scale(${scale})`
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

const Content = ({ picture, file, isRejected, label }: ImageViewportProps) => {
  if (isRejected) return <EmptyState kind="empty" title="A rejected document has no file." />
  if (file.state === 'ready') return <Image picture={picture} content={file.content} label={label} />
  if (file.state === 'noPicture') {
    return <EmptyState kind="empty" title="This document is no picture. Download it to look at it." />
  }
  if (file.state === 'loading') {
    return (
      <output className="cs-row">
        <Spinner /> Loading the document
      </output>
    )
  }
  return file.failure.kind === 'forbidden' ? (
    <EmptyState kind="forbidden" title={exceptionTexts[403]}>
      <RequestId failure={file.failure} />
    </EmptyState>
  ) : (
    <ErrorState title="The document could not be loaded." failure={file.failure} retry={file.retry} />
  )
}

/** The dark mat that the document lies on. */
export const ImageViewport = (props: ImageViewportProps) => {
  const { viewport, pointers, imageTransform } = props.picture
  return (
    <div
      className="cs-docview-viewport"
      ref={viewport}
      data-zoomed={imageTransform.zoom > 1 || undefined}
      {...pointers}
    >
      <Content {...props} />
    </div>
  )
}
