import { useRef, useEffect, useMemo, useState, type PointerEvent, type RefObject } from 'react'
import { holdOf, scaleOf, type Hold, type Spot, type Frame } from './imageTransform.ts'
import { exceptionTexts } from '../../../language/messages.ts'
import { ErrorState, RequestId, EmptyState } from '../../../src/ui/EmptyState.tsx'
import { Spinner } from '../../../src/ui/Button.tsx'
import { BlobImage } from '../../../src/ui/BlobImage.tsx'
import type { DocumentFile, Picture } from './useDocumentFile.ts'

/** The gestures use at most this many pointers; more are ignored. */
const MOST = 2

type ViewportEvent = PointerEvent<HTMLElement>

/** The position of an event in the viewport. */
export function spotOf(
  viewport: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Spot {
  const { left, top, width, height } = viewport.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** True when the pointer presses a button in the viewport: a captured pointer would not click it. */
const isForButton = ({ target }: ViewportEvent): boolean =>
  target instanceof Element && target.closest('button') !== null

/** Tracks the pointers pressed in the viewport: one drags the picture, two pinch it. */
export function usePointers(hold: (move: Hold) => void) {
  const down = useRef<ReadonlyMap<number, Spot>>(new Map())
  const lift = ({ pointerId }: ViewportEvent) => {
    down.current = new Map([...down.current].filter(([id]) => id !== pointerId))
  }
  return {
    onPointerDown: (event: ViewportEvent) => {
      if (event.button !== 0 || isForButton(event) || down.current.size >= MOST) return
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current = new Map([...down.current, [event.pointerId, spotOf(event.currentTarget, event)]])
    },
    onPointerMove: (event: ViewportEvent) => {
      if (!down.current.has(event.pointerId)) return
      const before = [...down.current.values()]
      down.current = new Map(down.current).set(event.pointerId, spotOf(event.currentTarget, event))
      hold(holdOf(before, [...down.current.values()]))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

type Size = readonly [width: number, height: number]

const NONE: Size = [0, 0]

function useViewportSize(viewport: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>(NONE)
  useEffect(() => {
    const element = viewport.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]))
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewport])
  return size
}

/** The size of the viewport and of its picture. The picture's size is known once it has been decoded. */
export function useFrame(viewport: RefObject<HTMLElement | null>) {
  const [viewportWidth, viewportHeight] = useViewportSize(viewport)
  const [[width, height], setPicture] = useState<Size>(NONE)
  const frame = useMemo(
    (): Frame => ({ viewportWidth, viewportHeight, width, height }),
    [viewportWidth, viewportHeight, width, height],
  )
  return { frame, setPicture }
}

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
