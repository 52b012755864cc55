import type { ActionInput, Confirmation } from './action.ts'
import type { Action as AuthoredAction, ActionInput as AuthoredInput } from './authored/action.ts'
import { drawnInput } from './drawnInput.ts'
import { inWordsOf, stepsIn } from './input.ts'
import { resolveFact } from './resolveFact.ts'
import type { ResolvedAction, ResolvedBinding } from './resource.ts'
import { set } from './pointer.ts'
import { schemaAt, type FieldSchema, type ObjectSchema } from './schema.ts'

type Authored = Omit<AuthoredAction<Readonly<Record<string, unknown>>, string>, 'success'> &
  Partial<Pick<AuthoredAction<Readonly<Record<string, unknown>>, string>, 'success'>>

function resolveInput({ hint, ...asked }: AuthoredInput, property: FieldSchema | undefined): ActionInput {
  const isWarning = typeof hint === 'object'
  const input = { ...asked, schema: inWordsOf(asked.schema, property), ...set({ hint: isWarning ? undefined : hint }) }
  const isListed = input.options !== undefined
  return {
    ...drawnInput(input, undefined, isListed),
    ...set({
      warn: isWarning ? { unless: hint.pattern, text: hint.message } : undefined,
      cited: isListed ? true : undefined,
    } as const),
  }
}

function resolveConfirm(confirm: Authored['confirm']): Confirmation | null {
  if (confirm === undefined) return null
  if (typeof confirm === 'string') return { title: confirm }
  const { buttons, typed, ...asked } = confirm
  return {
    ...asked,
    ...set({
      confirmLabel: buttons?.[0],
      cancelLabel: buttons?.[1],
      typed: typed && { label: typed.label, text: `{${typed.field}}` },
    }),
  }
}

const resolveResult = (result: Authored['result'], response: ObjectSchema | undefined) =>
  typeof result !== 'object'
    ? undefined
    : { ...result, facts: result.facts.map((fact) => resolveFact(fact, schemaAt(response, result.path ?? ''))) }

const resolveFailure = (failure: Authored['failure']) =>
  failure && {
    title: failure.title,
    body: 'body' in failure ? failure.body : failure.fallback,
    ...set({ durationMs: failure.durationMs, words: 'body' in failure ? undefined : 'alone' } as const),
  }

interface Defaults {
  readonly noticeDelayMs?: number | undefined
  readonly record?: ObjectSchema
}

export function resolveAction(
  action: Authored,
  bindings: Readonly<Record<string, ResolvedBinding>>,
  { noticeDelayMs = 0, record }: Defaults = {},
): ResolvedAction {
  const { label, binding, placement, blocked = [], query = {}, body = {}, input = {}, expect, display } = action
  return {
    label,
    binding,
    scope: placement === 'list' ? 'list' : 'record',
    placement: placement === 'column' ? 'column' : 'row',
    permission: action.permission ?? bindings[binding]?.permission ?? '',
    when: action.when ?? {},
    blocked,
    recheck: action.recheck !== undefined,
    query,
    body,
    input: Object.fromEntries(
      Object.entries(input).map(([name, asked]) => [
        name,
        resolveInput(asked, record?.properties[asked.field ?? name]),
      ]),
    ),
    confirm: resolveConfirm(action.confirm),
    success: action.success ?? null,
    tone: action.tone ?? 'neutral',
    noticeDelayMs: action.noticeDelayMs ?? noticeDelayMs,
    refetch: action.refetch ?? [],
    ...set<Partial<ResolvedAction>>({
      acknowledge: action.acknowledge,
      sendsIfMatch: action.recheck === 'ifMatch' ? true : undefined,
      steps: stepsIn(action.steps),
      secondApprover: action.secondApprover,
      bulk: action.bulk,
      expect: expect?.when,
      unchanged: expect?.message,
      failure: resolveFailure(action.failure),
      hint: action.hint,
      preview: action.result === 'preview' ? true : undefined,
      icon: display === 'icon' ? 'details' : undefined,
      result: resolveResult(action.result, bindings[binding]?.response.schema),
    }),
  }
}
