import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useCallback, useRef, useState, type RefObject } from 'react'
import { valueAt } from '../../../language/pointer.ts'
import { uploadKinds } from '../../../language/binding.ts'
import { useConsoleProvider } from '../../../src/data/useConsoleProvider.ts'
import { failureOf, sessionOver, type Failure } from '../../../src/data/failure.ts'
import type { Row } from '../../../src/model/columns.ts'
import {
  type Hold,
  type Spot,
  type ImageTransform,
  FITTED,
  held,
  moved,
  rotated,
  zoomed,
  wheelCommandOf,
} from './imageTransform.ts'
import { useFrame, spotOf, usePointers } from './ImageViewport.tsx'

export type DocumentFile =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly content: Blob }
  /** The file is not an image of a known type, so it is not shown. */
  | { readonly state: 'noPicture' }
  | { readonly state: 'failed'; readonly failure: Failure; readonly retry: () => void }

const KEY = 'documentFile'

const pictureTypes: readonly string[] = Object.values(uploadKinds.image)

const typeOf = ({ type }: Blob): string => type.split(';')[0]?.trim().toLowerCase() ?? ''

/** Drops every fetched file when the viewer closes. */
export function useForgetFiles(): void {
  const client = useQueryClient()
  useEffect(() => () => client.removeQueries({ queryKey: [KEY] }), [client])
}

/** Fetches a document's file into memory only, once while the viewer is open. */
export function useDocumentFile(resource: string, record: Row): DocumentFile {
  const provider = useConsoleProvider()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [KEY, resource, String(record.id)],
    queryFn: async ({ signal }): Promise<Blob> => {
      const answer = await provider.download(resource, { name: 'download', record, isShown: true, signal })
      const content = valueAt(answer.data, '/blob')
      if (!(content instanceof Blob)) throw sessionOver()
      return content
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data !== undefined) {
    return pictureTypes.includes(typeOf(data)) ? { state: 'ready', content: data } : { state: 'noPicture' }
  }
  const failure = error === null || isFetching ? undefined : failureOf(error)
  if (failure === undefined || failure.kind === 'sessionOver') return { state: 'loading' }
  return { state: 'failed', failure, retry: () => void refetch() }
}

interface WheelOptions {
  readonly zoom: (factor: number, around: Spot) => void
  readonly move: (dx: number, dy: number) => void
}

/** Handles the wheel over the viewport. The page behind it neither scrolls nor zooms, nor goes back. */
function useWheel(viewport: RefObject<HTMLElement | null>, { zoom, move }: WheelOptions) {
  useEffect(() => {
    const element = viewport.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const command = wheelCommandOf(event)
      if (command.does === 'move') move(command.dx, 0)
      else zoom(command.factor, spotOf(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [viewport, zoom, move])
}

/** The transform of the picture in the viewport, with the functions that change it. */
export function usePicture() {
  const viewport = useRef<HTMLDivElement>(null)
  const { frame, setPicture } = useFrame(viewport)
  const [imageTransform, setImageTransform] = useState<ImageTransform>(FITTED)
  const [painted, setPainted] = useState<Blob>()
  const [broken, setBroken] = useState<Blob>()

  const zoom = useCallback(
    (factor: number, around?: Spot) => setImageTransform((now) => zoomed(now, frame, factor, around)),
    [frame],
  )
  const move = useCallback((dx: number, dy: number) => setImageTransform((now) => moved(now, frame, dx, dy)), [frame])
  const rotate = useCallback(() => setImageTransform(rotated), [])
  const fit = useCallback(() => setImageTransform(({ rotation }) => ({ ...FITTED, rotation })), [])
  const show = useCallback(
    (width: number, height: number) => {
      setPicture([width, height])
      setImageTransform(FITTED)
    },
    [setPicture],
  )
  const hold = useCallback((by: Hold) => setImageTransform((now) => held(now, frame, by)), [frame])
  const pointers = usePointers(hold)
  useWheel(viewport, { zoom, move })
  const marks = { painted, setPainted, broken, setBroken }
  return { viewport, frame, imageTransform, ...marks, zoom, move, rotate, fit, show, pointers }
}

export type Picture = ReturnType<typeof usePicture>
