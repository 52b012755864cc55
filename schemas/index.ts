import { accountDocuments } from './accountDocuments.ts'
import { accountInvestigations } from './accountInvestigations.ts'
import { accountRequests } from './accountRequests.ts'
import { accounts } from './accounts.ts'
import { achRelationships } from './achRelationships.ts'
import { alerts } from './alerts.ts'
import { cash } from './cash.ts'
import { cryptocurrency } from './cryptocurrency.ts'
import { errorAccounts } from './errorAccounts.ts'
import { etradeOrders } from './etradeOrders.ts'
import { populateDetails, updateUserPage, userRequests } from './forms/pages.ts'
import { registry } from './console.ts'
import type { AnyDefinition } from '../language/defineResource.ts'
import { formsOf, type FormPage } from '../language/formPage.ts'
import type { ConsoleModel } from '../language/registry.ts'
import { sponsors } from './sponsors.ts'
import { trades } from './trades.ts'
import { treasury } from './treasury.ts'

/**
 * Every screen of the console, in menu order: lists, and pages of forms. Adding a resource is adding its file and its
 * name here; adding a form is adding its file and its name to a page in `forms/pages.ts`.
 */
export const screens: readonly (AnyDefinition | FormPage)[] = [
  populateDetails,
  userRequests,
  treasury,
  cash,
  cryptocurrency,
  sponsors,
  errorAccounts,
  trades,
  accounts,
  updateUserPage,
  etradeOrders,
  alerts,
]

/** Records inside another resource's detail: they stand behind it and are in no menu. */
const parts: readonly AnyDefinition[] = [accountRequests, achRelationships, accountDocuments, accountInvestigations]

/** Every definition: what the screens show, and the parts. Provider, gateway and tests work with these. */
export const definitions: readonly AnyDefinition[] = [
  ...screens.flatMap((screen) => ('groups' in screen ? formsOf(screen) : [screen])),
  ...parts,
]

/** This console, as the framework takes it. */
export const model: ConsoleModel = { registry, screens, home: '/accounts', definitions }
