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
import type { AnyDefinition } from './meta/defineResource.ts'
import { sponsors } from './sponsors.ts'
import { trades } from './trades.ts'
import { treasury } from './treasury.ts'

/**
 * Every resource of the console, in menu order; parts of another resource stand behind it and are in no menu. Adding a
 * resource is adding its file and its name here.
 */
export const definitions: readonly AnyDefinition[] = [
  treasury,
  cash,
  cryptocurrency,
  sponsors,
  errorAccounts,
  trades,
  accounts,
  accountRequests,
  achRelationships,
  accountDocuments,
  accountInvestigations,
  etradeOrders,
  alerts,
]
