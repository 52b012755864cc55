import { resolveConsole } from '../../../language/resolve.ts'
import { authored, model } from '../../../schemas/index.ts'

/** The screens whose payloads, states and places in the menu tests have written down. */
const written: readonly string[] = [
  'populateDetails',
  'userRequests',
  'treasury',
  'cash',
  'cryptocurrency',
  'sponsors',
  'errorAccounts',
  'trades',
  'accounts',
  'updateUserPage',
  'etradeOrders',
  'alerts',
]

const { definitions: kept } = resolveConsole({
  ...authored,
  screens: authored.screens.filter(({ name }) => written.includes(name)),
  nested: authored.nested.filter(({ partOf }) => written.includes(partOf.resource)),
})
const own = new Set(kept.map(({ name }) => name))
const isOwn = ({ name }: { readonly name: string }): boolean => own.has(name)

/**
 * The console as its tests know it: what is added to it later is tried by the batteries of `contract`, whose values follow
 * from the definitions alone.
 */
export const ownModel = {
  ...model,
  screens: model.screens.filter(({ name }) => written.includes(name)),
  definitions: model.definitions.filter(isOwn),
}

/** The names of the definitions that tests have written nothing down for. */
export const addedNames = model.definitions.flatMap((each) => (isOwn(each) ? [] : [each.name]))
