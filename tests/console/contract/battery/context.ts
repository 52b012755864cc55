import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, Drift } from '../../../../dataProvider/types.ts'
import { compileValidators } from '../../../../dataProvider/validators/compileValidators.ts'
import { definitions } from '../../../../schemas/index.ts'
import type { Operation } from '../../../../language/operations.ts'
import { shopDefinitions } from '../../../support/shop.ts'
import { ORIGIN } from '../gatewayStub.ts'
import type { GatewayStub } from '../gatewayStub.ts'

/** The key that the provider's own key maker gives in these tests. */
export const KEY = '7c1f2a52-6a4a-4c0e-9a55-0d9f1f8f5a01'

/** What every part of the battery works with. */
export interface Context {
  readonly operation: Operation
  readonly gateway: GatewayStub
}

/** The console's definitions, and ones that were just added to it. */
export const tried = [...definitions, ...shopDefinitions]

const validators = compileValidators(tried)

/** A provider against the stubbed gateway. */
export const newProvider = (onDrift?: (drift: Drift) => void): ConsoleDataProvider =>
  createDataProvider({
    definitions: tried,
    validators,
    origin: ORIGIN,
    newKey: () => KEY,
    ...(onDrift === undefined ? {} : { onDrift }),
  })
