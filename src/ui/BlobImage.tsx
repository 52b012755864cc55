import { useEffect, useRef, useState, type ComponentProps } from 'react'
import './blobImage.css'

interface BlobImageProps extends Pick<
  ComponentProps<'img'>,
  'className' | 'draggable' | 'onLoad' | 'onError' | 'style'
> {
  readonly content: Blob
  readonly alt: string
}

/** An image kept in memory only. Its URL is revoked when the image leaves the screen. */
export const BlobImage = ({ content, alt, ...rest }: BlobImageProps) => {
  const ref = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(content)
    ref.current?.setAttribute('src', address)
    return () => URL.revokeObjectURL(address)
  }, [content])
  return <img ref={ref} alt={alt} {...rest} />
}

/** A small square of an image file, next to its name. It stays empty if the file is no image. */
export const Thumbnail = ({ file }: { readonly file: File }) => {
  const [broken, setBroken] = useState<File>()
  return (
    <span className="cs-thumb">
      {broken !== file && <BlobImage content={file} alt="" onError={() => setBroken(file)} />}
    </span>
  )
}
