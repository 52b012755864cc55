import { useMutation } from '@tanstack/react-query'
import { wholeFile } from '../../dataProvider/fetchFile.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { fileFailureOf } from '../data/fileFailure.ts'
import { saveFile } from '../ui/saveFile.ts'

/** The name that the gateway gives a file. */
const nameIn = (response: Response): string | undefined =>
  /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]

/** Saves what a route of the console answers as a file. @param body for a POST */
export function useSavedFile(path: `/console/${string}`, name: string, body?: object) {
  const call = useConsoleCall()
  const saving = useMutation({
    mutationFn: async () => {
      const response = await call(body === undefined ? 'GET' : 'POST', path, undefined, body)
      saveFile(nameIn(response) ?? name, await wholeFile(response))
    },
  })
  const failure = saving.error === null ? undefined : fileFailureOf(saving.error)
  return { run: () => saving.mutate(), isBusy: saving.isPending, failure }
}
