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
import type { ConsoleDefinition } from '../language/authored/definition.ts'
import { resolveConsole } from '../language/resolve.ts'
import { sponsors } from './sponsors.ts'
import { trades } from './trades.ts'
import { treasury } from './treasury.ts'

/**
 * This console, as its author writes it. `screens` are lists and pages of forms, in menu order. To add a resource, add
 * its file, then its name here. To add a form, add its file, then its name to a page in `forms/pages.ts`. `nested` are
 * records inside another resource's detail, and they have no menu entry.
 */
export const authored: ConsoleDefinition = {
  registry,
  screens: [
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
  ],
  home: '/accounts',
  nested: [accountRequests, achRelationships, accountDocuments, accountInvestigations],
}

export const model = resolveConsole(authored, { timeZone: 'America/New_York', currency: 'USD' })

export const { definitions, screens } = model
