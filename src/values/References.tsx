import { lazyText } from '../ui/lazyComponent.tsx'
import type { FoundLinksProps } from './FoundLinks.tsx'
import type { ReferenceNameProps } from './ReferenceName.tsx'

const ReferenceName = lazyText(
  async () => (await import('./ReferenceName.tsx')).ReferenceName,
  ({ id }: ReferenceNameProps) => id,
)

/** A text whose values lead to the records that have them. Until their code is there it is plain. */
export const FoundText = lazyText(
  async () => (await import('./FoundLinks.tsx')).FoundLinks,
  ({ text }: FoundLinksProps) => text,
)

const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

interface ReferencesProps {
  readonly resource: string
  /** An id, or a list of ids. */
  readonly value: unknown
  /** Leaves the links out, as inside a button. */
  readonly isPlain?: boolean
  /** Adds the number that such records are found by to each name. */
  readonly isNumbered?: boolean
}

/** The names of the records that a value refers to, each as a link. Until a name is there its id is shown. */
export const References = ({ value, ...of }: ReferencesProps) =>
  [value]
    .flat()
    .filter(isId)
    .flatMap((id, index) => [index === 0 ? '' : ', ', <ReferenceName key={id} id={id} {...of} />])
