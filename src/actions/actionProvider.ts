import type { Evidence } from '../../language/evidence.ts'
import type { Upload } from '../../language/binding.ts'
import type { ResolvedAction, Resource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import { isEqual, type Values } from '../../language/pointer.ts'
import type { ScreenProvider } from '../data/useConsoleProvider.ts'

/** One submission of an action. A retry sends it again under the same key. */
export interface Intent {
  readonly name: string
  /** `undefined` for an action on the list as a whole. */
  readonly record: Row | undefined
  readonly input: Readonly<Record<string, unknown>>
  /** What the person relied on, if the action takes evidence. */
  readonly evidence?: Evidence | undefined
  /** What the person typed to confirm, if the action asks for it. */
  readonly confirmation?: string | undefined
  /** Why a second person should approve it, if the action itself asks for no reason. */
  readonly approvalReason?: string | undefined
  /** A UUID, created once per intent. */
  readonly idempotencyKey: string
  /** True if the person confirmed that they checked the outcome of the same submission, sent before. */
  readonly outcomeChecked?: boolean
  /** The chosen files, if the binding sends files. */
  readonly files?: readonly File[]
}

/** The parts of an intent that the caller may provide: the files, and the key of an attempt with an unknown outcome. */
export type KeptIntent = Pick<Intent, 'files'> & Partial<Pick<Intent, 'idempotencyKey'>>

export const createIntent = (name: string, record: Row | undefined, kept: KeptIntent): Intent => ({
  name,
  record,
  input: {},
  idempotencyKey: crypto.randomUUID(),
  ...kept,
})

/** What the person says with the values of an action. */
export type Said = Pick<Intent, 'evidence' | 'confirmation' | 'approvalReason'>

/** The same submission keeps its key. Other values, evidence or reason make a new submission with a new key. */
export const intentFor = (intent: Intent, input: Intent['input'], said: Said): Intent =>
  JSON.stringify(intent.input) === JSON.stringify(input) &&
  isEqual(intent.evidence, said.evidence) &&
  intent.approvalReason === said.approvalReason
    ? { ...intent, ...said }
    : { ...intent, input, ...said, idempotencyKey: crypto.randomUUID() }

/** The files that the dialog of an action asks for. A form asks for its files itself. */
export const askedFiles = ({ kind, bindings }: Resource, { binding }: ResolvedAction): Upload | undefined =>
  kind === 'form' ? undefined : bindings[binding]?.upload

/** Upload control: abort and progress. `onShare` gets the share of the files that has been sent, between 0 and 1. */
export interface Transfer {
  readonly signal: AbortSignal
  readonly onShare: (share: number) => void
}

export interface Answer {
  /** Set only by the provider. After a 401 react-admin resolves the call without it. */
  readonly isOk: boolean
  readonly message: string | undefined
  /** The record as known after the action, with the sent and the answered values merged in. */
  readonly record: Values
  /** The answer's values, by their declared types. */
  readonly values: Values
  readonly file: { readonly name: string; readonly content: Blob } | undefined
  /** Set when nothing was sent: until this moment the action waits for a second person. */
  readonly waitsUntil: string | undefined
}

/** The data that any of the provider's methods can answer with. */
interface AnswerData {
  readonly ok?: true
  readonly message?: string | undefined
  readonly record?: Values
  readonly answer?: Values
  readonly blob?: Blob
  readonly fileName?: string
  readonly waitsUntil?: string
}

const readAnswer = ({
  ok,
  message,
  record = {},
  answer = {},
  blob,
  fileName,
  waitsUntil,
}: AnswerData = {}): Answer => ({
  waitsUntil,
  isOk: ok === true,
  message: message === undefined || message.trim() === '' ? undefined : message,
  record,
  values: answer,
  file: blob === undefined || fileName === undefined ? undefined : { name: fileName, content: blob },
})

/** Makes an action's call. Rejects with the provider's error. The call succeeded only if `isOk` is true. */
export async function callAction(
  provider: ScreenProvider,
  definition: Resource,
  intent: Intent,
  transfer?: Transfer,
): Promise<Answer> {
  const { name, record, input, evidence, confirmation, approvalReason, idempotencyKey, outcomeChecked } = intent
  const { files = [] } = intent
  const of = record === undefined ? {} : { record }
  const binding = definition.bindings[definition.actions[name]?.binding ?? '']
  if (binding?.download !== undefined)
    return readAnswer(
      (await provider.download(definition.name, { name, ...(Object.keys(input).length > 0 && { input }), ...of })).data,
    )
  const params = {
    name,
    input,
    ...(evidence === undefined ? {} : { evidence }),
    ...(confirmation === undefined ? {} : { confirmation }),
    ...(approvalReason === undefined ? {} : { approvalReason }),
    idempotencyKey,
    ...(outcomeChecked === true ? { outcomeChecked } : {}),
    ...of,
  }
  if (binding?.upload === undefined) return readAnswer((await provider.action(definition.name, params)).data)
  const { signal, onShare } = transfer ?? {}
  const onProgress = (sent: number, total: number) => onShare?.(total > 0 ? Math.min(1, sent / total) : 0)
  const { data } = await provider.upload(definition.name, { ...params, files, onProgress, ...(signal && { signal }) })
  return readAnswer(data)
}
