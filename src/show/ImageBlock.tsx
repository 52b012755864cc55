import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImageBlock as ImageBlockDefinition } from '../../language/authored/show.ts'
import { isImage } from '../actions/useActions.ts'
import { saveFile } from '../ui/saveFile.ts'
import type { PageModel } from '../console/extensions.ts'
import { failureIn, sessionOver } from '../data/failure.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { controlOf } from '../model/controlOf.ts'
import { BlobImage } from '../ui/BlobImage.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'

interface ImageBlockProps {
  readonly model: PageModel
  readonly block: ImageBlockDefinition
}

/** The state of the download for this record and person. */
export const imageAccess = ({ definition, record, permissions }: PageModel, { download }: ImageBlockDefinition) =>
  controlOf(definition, download, record, permissions)

/** Fetches the image through the gateway, as every download. It leaves the memory with the page. */
function useImage({ model: { definition, record }, block }: ImageBlockProps, isWanted: boolean) {
  const provider = useConsoleProvider()
  return useQuery({
    queryKey: [definition.name, 'image', { name: block.download, id: record.id }],
    queryFn: async ({ signal }) => {
      const { data } = await provider.download(definition.name, { name: block.download, record, signal })
      // After an ended session react-admin resolves with empty data.
      if (data.blob === undefined) throw sessionOver()
      return { content: data.blob, name: data.fileName ?? block.title }
    },
    enabled: isWanted,
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  })
}

/** An image of the record: loading, shown, failed with Retry, or a file that can only be saved. */
export const ImageBlock = ({ model, block }: ImageBlockProps) => {
  const { title } = block
  const access = imageAccess(model, block)
  const { data, error, refetch } = useImage({ model, block }, access.state === 'ready')
  const [broken, setBroken] = useState<Blob>()
  if (access.state === 'disabled') return <p className="cs-note">{access.reason}</p>
  const failure = failureIn(error)
  if (failure !== undefined && failure.kind !== 'sessionOver')
    return <ErrorState title={`Couldn't load: ${title}.`} failure={failure} retry={() => void refetch()} />
  if (data === undefined) return <div className="cs-image cs-skeleton" aria-busy="true" />
  if (broken !== data.content && isImage(data.content)) {
    const { content } = data
    return <BlobImage className="cs-image" content={content} alt={title} onError={() => setBroken(content)} />
  }
  return (
    <p className="cs-note">
      This file can't be shown as an image.{' '}
      <Button look="link" onClick={() => saveFile(data.name, data.content)}>
        Download
      </Button>
    </p>
  )
}
