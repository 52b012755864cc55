import { useMutation, useQuery } from '@tanstack/react-query'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import { isValues } from '../../language/pointer.ts'
import type { AccessReview, StaffAccess } from '../../language/staffAccess.ts'
import { saveFile } from '../ui/saveFile.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { fileFailureOf } from '../data/fileFailure.ts'
import { failureOf } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isPerson = (value: unknown): value is StaffAccess =>
  isValues(value) &&
  ['name', 'email', 'role'].every((name) => typeof value[name] === 'string') &&
  ['userId', 'signedInAt'].every((name) => typeof value[name] === 'number') &&
  isTexts(value['permissions']) &&
  typeof value['reveals'] === 'number' &&
  isValues(value['uses']) &&
  Object.values(value['uses']).every((use) => typeof use === 'number')

const isReview = (value: unknown): value is AccessReview =>
  isValues(value) &&
  isTexts(value['permissions']) &&
  isValues(value['roles']) &&
  Object.values(value['roles']).every(isTexts) &&
  Array.isArray(value['people']) &&
  value['people'].every(isPerson)

/** Who may do what, and the function that saves it as a file. */
export interface AccessState {
  readonly review: AccessReview | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly save: { readonly run: () => void; readonly isBusy: boolean; readonly failure: Failure | undefined }
}

/** The name that the gateway gives a file. */
export const nameIn = (response: Response, fallback: string): string =>
  /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback

/** Reads everyone's access from the gateway. */
export function useAccess(): AccessState {
  const call = useConsoleCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'access'],
    queryFn: async ({ signal }): Promise<AccessReview> => {
      const answer: unknown = await (await call('GET', '/console/access', signal)).json().catch(() => undefined)
      if (!isReview(answer)) throw unexpectedAnswer('The answer does not say who may do what.')
      return answer
    },
  })
  const saving = useMutation({
    mutationFn: async () => {
      const response = await call('GET', '/console/access.csv')
      saveFile(nameIn(response, 'access.csv'), await response.blob())
    },
  })
  return {
    review: data,
    failure: error === null ? undefined : failureOf(error),
    retry: () => void refetch(),
    save: {
      run: () => saving.mutate(),
      isBusy: saving.isPending,
      failure: saving.error === null ? undefined : fileFailureOf(saving.error),
    },
  }
}
