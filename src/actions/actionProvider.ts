import type { Evidence } from '../../language/evidence.ts'
import type { Resource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import type { ScreenProvider } from '../data/useConsoleProvider.ts'

/** One wish to do something: sent again under the same key when it is tried again. */
export interface Intent {
  readonly name: string
  /** `undefined` for an action on the list as a whole. */
  readonly record: Row | undefined
  readonly input: Readonly<Record<string, unknown>>
  /** What the person relied on, where the action takes that. */
  readonly evidence?: Evidence | undefined
  /** A UUID made once for the intent. */
  readonly idempotencyKey: string
  /** The person says to have checked what came of the same wish, sent before. */
  readonly outcomeChecked?: boolean
  /** What goes up with it, where its binding takes a file. */
  readonly file?: File
}

/** The way of a file: how it is stopped, and who hears how much of it has left, between 0 and 1. */
export interface Transfer {
  readonly signal: AbortSignal
  readonly onShare: (share: number) => void
}

type Values = Readonly<Record<string, unknown>>

/** An action's answer, read. */
export interface Answer {
  /** Said by the provider and by nobody else: after a 401 react-admin resolves the call without it. */
  readonly isOk: boolean
  readonly message: string | undefined
  /** The record as it is known after the action, what was sent and answered merged into it. */
  readonly record: Values
  /** What was answered, by its declared types. */
  readonly values: Values
  readonly file: { readonly name: string; readonly content: Blob } | undefined
}

/** What any of the methods may answer. */
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

/** Sends an intent's file. The service's words about it are its answer's own. */
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

/** Makes the call of an action. Rejects with the provider's error; only `isOk` is a success. */
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
