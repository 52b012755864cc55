import type { Evidence } from '../../language/evidence.ts'
import type { Resource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import type { ScreenProvider } from '../data/useConsoleProvider.ts'

/** One submission of an action. A retry sends it again under the same key. */
export interface Intent {
  readonly name: string
  /** `undefined` for an action on the list as a whole. */
  readonly record: Row | undefined
  readonly input: Readonly<Record<string, unknown>>
  /** What the person relied on, if the action takes evidence. */
  readonly evidence?: Evidence | undefined
  /** A UUID, created once per intent. */
  readonly idempotencyKey: string
  /** True if the person confirmed that they checked the outcome of the same submission, sent before. */
  readonly outcomeChecked?: boolean
  /** The file to upload, if the binding takes one. */
  readonly file?: File
}

/** Upload control: abort and progress. `onShare` gets the share of the file that has been sent, between 0 and 1. */
export interface Transfer {
  readonly signal: AbortSignal
  readonly onShare: (share: number) => void
}

type Values = Readonly<Record<string, unknown>>

/** The parsed answer to an action. */
export interface Answer {
  /** Set only by the provider. After a 401 react-admin resolves the call without it. */
  readonly isOk: boolean
  readonly message: string | undefined
  /** The record as known after the action, with the sent and the answered values merged in. */
  readonly record: Values
  /** The answer's values, by their declared types. */
  readonly values: Values
  readonly file: { readonly name: string; readonly content: Blob } | undefined
}

/** The data that any of the provider's methods can answer with. */
interface AnswerData {
  readonly ok?: true
  readonly message?: string | undefined
  readonly record?: Values
  readonly answer?: Values
  readonly blob?: Blob
  readonly fileName?: string
}

const readAnswer = ({ ok, message, record = {}, answer = {}, blob, fileName }: AnswerData = {}): Answer => ({
  isOk: ok === true,
  message: message === undefined || message.trim() === '' ? undefined : message,
  record,
  values: answer,
  file: blob === undefined || fileName === undefined ? undefined : { name: fileName, content: blob },
})

/** Uploads an intent's file. */
async function sendFile(
  provider: ScreenProvider,
  resource: string,
  intent: Intent,
  file: File,
  transfer: Transfer | undefined,
) {
  const { name, record, idempotencyKey, outcomeChecked = false } = intent
  const { signal, onShare } = transfer ?? {}
  const onProgress = (sent: number, total: number) => onShare?.(total > 0 ? Math.min(1, sent / total) : 0)
  const { data } = await provider.upload(resource, {
    name,
    file,
    idempotencyKey,
    outcomeChecked,
    onProgress,
    ...(record && { record }),
    ...(signal && { signal }),
  })
  return readAnswer(data)
}

/** Makes an action's call. Rejects with the provider's error. The call succeeded only if `isOk` is true. */
export async function callAction(
  provider: ScreenProvider,
  definition: Resource,
  intent: Intent,
  transfer?: Transfer,
): Promise<Answer> {
  const { name, record, input, evidence, idempotencyKey, outcomeChecked, file } = intent
  if (file !== undefined) return sendFile(provider, definition.name, intent, file, transfer)
  const of = record === undefined ? {} : { record }
  const binding = definition.bindings[definition.actions[name]?.binding ?? '']
  const answer =
    binding?.download === undefined
      ? await provider.action(definition.name, {
          name,
          input,
          ...(evidence === undefined ? {} : { evidence }),
          idempotencyKey,
          ...(outcomeChecked === true ? { outcomeChecked } : {}),
          ...of,
        })
      : await provider.download(definition.name, { name, ...of })
  return readAnswer(answer.data)
}
