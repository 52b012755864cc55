import type { ActionInput as AuthoredInput } from './authored/action.ts'
import type { FormField as AuthoredField } from './authored/form.ts'
import { isTypedCoercion } from './coerceRecord.ts'
import { allowsNull, choicesOf, controlOf, isFillable, itemsOf, objectOf, typeOf, type Input } from './input.ts'
import { isMasked } from './pii.ts'
import { set } from './pointer.ts'
import { referenceOf } from './reference.ts'
import type { FieldSchema } from './schema.ts'

/** How the inputs of an object's members, and of a list's items, send them. */
export interface Sending {
  /** Masked values: people type new ones, or they are left out, or shown as masked. */
  readonly masked: 'typed' | 'left' | 'shown'
  /** An object is sent with the members that changed, instead of all. */
  readonly isPartial: boolean
}

/** People fill in everything. */
const WHOLE: Sending = { masked: 'typed', isPartial: false }

/** True for a value that a record always has: it can be changed and not cleared. An empty list is a value. */
export const isKept = (schema: FieldSchema): boolean => !allowsNull(schema) && typeOf(schema) !== 'array'

/** The service completes what is sent, so nothing is required but what may not be cleared. */
const isRequired = (name: string, member: FieldSchema, required: readonly string[], { isPartial }: Sending): boolean =>
  isPartial ? isKept(member) : required.includes(name)

/** A record may have members that no input takes; the check refuses them where people fill in everything. */
const isSent = (member: FieldSchema, { masked }: Sending): boolean =>
  masked === 'typed' ? objectOf(member).readOnly !== true : isFillable(member) && !isMasked(objectOf(member).pii)

/** The schema of a value that is required: it is not empty. */
export function filled(schema: FieldSchema): FieldSchema {
  if (typeof schema !== 'object') return schema
  if (schema.type === 'string' && schema.minLength === undefined) return { ...schema, minLength: 1 }
  return schema.type === 'array' && schema.minItems === undefined ? { ...schema, minItems: 1 } : schema
}

/** The schema of what is sent: closed at any depth, without read-only and masked values, which only the service knows. */
export function sentSchema(schema: FieldSchema, sending = WHOLE): FieldSchema {
  const own = objectOf(schema)
  const { properties, required = [] } = own
  if (typeOf(own) === 'array' && own.items !== undefined)
    return { ...own, items: sentSchema(itemsOf(own), { ...sending, isPartial: false }) }
  if (typeOf(own) !== 'object' || properties === undefined) return schema
  const members = Object.entries(properties).filter(([, member]) => isSent(member, sending))
  const needed = members.flatMap(([name, member]) =>
    !sending.isPartial && required.includes(name) && objectOf(member).when === undefined ? [name] : [],
  )
  return {
    ...own,
    properties: Object.fromEntries(
      members.map(([name, member]) => {
        const sent = sentSchema(member, sending)
        return [name, isRequired(name, member, required, sending) ? filled(sent) : sent]
      }),
    ),
    required: needed,
    additionalProperties: false,
  }
}

function membersOf(schema: FieldSchema, sending: Sending): Readonly<Record<string, Input>> {
  const { properties = {}, required = [] } = objectOf(schema)
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]): readonly (readonly [string, Input])[] => {
      const { title: label = name, pii, readOnly, when } = objectOf(member)
      if (readOnly !== true && isMasked(pii) && sending.masked === 'shown')
        return [[name, { schema: member, label, control: 'masked' }]]
      if (!isSent(member, sending)) return []
      const isNeeded = isRequired(name, member, required, sending)
      const asked = { schema: isNeeded ? filled(member) : member, label, ...set({ when }) }
      return [[name, { ...drawnInput(asked, sending), ...(isNeeded && { required: `Enter a value for ${label}` }) }]]
    }),
  )
}

type Parts = Pick<Input, 'control' | 'choices' | 'suggestions' | 'coerce' | 'reference' | 'members' | 'row'>

/** The parts of an input that its schema determines. @param isListed true if a field of the record lists the choices */
function partsOf(schema: FieldSchema, label: string, isListed: boolean, sending: Sending): Parts {
  const { coerce, examples } = objectOf(schema)
  const listed = typeOf(schema) === 'array' ? 'checkboxes' : 'select'
  const drawn = isListed ? listed : controlOf(schema)
  const items = itemsOf(objectOf(schema))
  return set<Parts>({
    control: drawn === 'text' ? undefined : drawn,
    choices: isListed ? undefined : choicesOf(schema),
    suggestions: examples?.map(String),
    coerce: coerce !== undefined && isTypedCoercion(coerce) ? coerce : undefined,
    reference: referenceOf(schema),
    members: drawn === 'group' ? membersOf(schema, sending) : undefined,
    row:
      drawn === 'rows'
        ? drawnInput({ schema: items, label: items.title ?? label }, { ...sending, isPartial: false })
        : undefined,
  })
}

/** An input with its control, and with the schema of what it sends. */
export function drawnInput<I extends AuthoredInput | AuthoredField>(input: I, sending = WHOLE, isListed = false) {
  const { schema, label } = input
  return { ...input, schema: sentSchema(schema, sending), ...partsOf(schema, label, isListed, sending) }
}
