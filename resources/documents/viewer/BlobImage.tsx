import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'

interface BlobImageProps extends Pick<
  ComponentProps<'img'>,
  'className' | 'draggable' | 'onLoad' | 'onError' | 'style'
> {
  readonly content: Blob
  readonly alt: string
}

/** An image that is in memory alone: its address is revoked as soon as it is no longer on screen. */
export const BlobImage = ({ content, alt, ...rest }: BlobImageProps) => {
  const ref = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(content)
    ref.current?.setAttribute('src', address)
    return () => URL.revokeObjectURL(address)
  }, [content])
  return <img ref={ref} alt={alt} {...rest} />
}
