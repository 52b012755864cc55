import type { ComponentProps } from 'react'
import type { Failure } from '../data/failure.ts'
import { ErrorState } from './EmptyState.tsx'
import { Skeleton } from './Skeleton.tsx'

type UnreadProps = Omit<ComponentProps<typeof ErrorState>, 'failure'> & { readonly failure: Failure | undefined }

/** In place of what is not read yet: room for it, then a placeholder; or why it could not be read. */
export const Unread = ({ failure, ...props }: UnreadProps) =>
  failure === undefined ? (
    <Skeleton room="cs-unread">
      <div className="cs-stack cs-unread">
        {[1, 2, 3].map((line) => (
          <span key={line} className="cs-skeleton cs-skeleton--long" />
        ))}
      </div>
    </Skeleton>
  ) : (
    <ErrorState failure={failure} {...props} />
  )
