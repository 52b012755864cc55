import { useQuery } from '@tanstack/react-query'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { type AccessReview, accessReview } from '../../language/staffAccess.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureIn } from '../data/failure.ts'
import { useSavedFile } from './useSavedFile.ts'

/** Who may do what, read from the gateway, and the function that saves it as a file. */
export function useAccess() {
  const call = useConsoleCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'access'],
    queryFn: async ({ signal }): Promise<AccessReview> =>
      answerOf(accessReview, await call('GET', '/console/access', signal)),
  })
  const save = useSavedFile('/console/access.csv', 'access.csv')
  return { review: data, failure: failureIn(error), retry: () => void refetch(), save }
}
