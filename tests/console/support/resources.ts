import { definitions } from '../../../schemas/index.ts'
import type { FormResource, ListResource, NestedResource, Resource } from '../../../language/resource.ts'

const found = (name: string): Resource => {
  const resource = definitions.find((each) => each.name === name)
  if (resource === undefined) throw new Error(`there is no resource ${name}`)
  return resource
}

/** The list of this name. */
function listResource(name: string): ListResource {
  const resource = found(name)
  if (resource.kind !== 'list') throw new Error(`${name} is no list`)
  return resource
}

/** The nested records of this name. */
function nestedResource(name: string): NestedResource {
  const resource = found(name)
  if (resource.kind !== 'nested') throw new Error(`${name} is not nested`)
  return resource
}

/** The form of this name. */
function formResource(name: string): FormResource {
  const resource = found(name)
  if (resource.kind !== 'form') throw new Error(`${name} is no form`)
  return resource
}

export const accounts = listResource('accounts')
export const alerts = listResource('alerts')
export const cash = listResource('cash')
export const errorAccounts = listResource('errorAccounts')
export const etradeOrders = listResource('etradeOrders')
export const sponsors = listResource('sponsors')
export const trades = listResource('trades')
export const treasury = listResource('treasury')
export const accountDocuments = nestedResource('accountDocuments')
export const accountInvestigations = nestedResource('accountInvestigations')
export const accountRequests = nestedResource('accountRequests')
export const achRelationships = nestedResource('achRelationships')
export const changeEmail = formResource('changeEmail')
export const loginType = formResource('loginType')
export const manualUpload = formResource('manualUpload')
export const mcomAccess = formResource('mcomAccess')
export const personalAccess = formResource('personalAccess')
export const reinstate = formResource('reinstate')
export const reopen = formResource('reopen')
export const unlinkBank = formResource('unlinkBank')
export const unregister = formResource('unregister')
export const updateUser = formResource('updateUser')
