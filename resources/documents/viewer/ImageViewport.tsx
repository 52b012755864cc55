import { scaleOf } from './imageTransform.ts'
import { exceptionTexts } from '../../../language/messages.ts'
import { ErrorState, RequestId, EmptyState } from '../../../src/ui/EmptyState.tsx'
import { Spinner } from '../../../src/ui/Button.tsx'
import { BlobImage } from '../../../src/ui/BlobImage.tsx'
import type { DocumentFile } from './useDocumentFile.ts'
import type { Picture } from './usePicture.ts'

interface ImageViewportProps {
  readonly picture: Picture
  readonly file: DocumentFile
  readonly isRejected: boolean
  /** The text alternative of the picture. */
  readonly label: string
}

interface ImageProps extends Pick<ImageViewportProps, 'picture' | 'label'> {
  readonly content: Blob
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves once the picture is on screen: decoded, and drawn by the frame after the next. */
async function untilPainted(image: HTMLImageElement): Promise<void> {
  await image.decode()
  await nextFrame()
  await nextFrame()
}

const Image = ({ picture, content, label }: ImageProps) => {
  const { frame, imageTransform, show, setPainted, broken, setBroken } = picture
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
      data-painted={picture.painted === content || undefined}
      style={{ transform: place }}
      onLoad={({ currentTarget }) => {
        show(currentTarget.naturalWidth, currentTarget.naturalHeight)
        untilPainted(currentTarget).then(
          () => setPainted(content),
          () => setBroken(content),
        )
      }}
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
