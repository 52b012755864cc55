import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, Drift } from '../../../../dataProvider/types.ts'
import { compileValidators } from '../../../../dataProvider/validators/compileValidators.ts'
import type { Operation } from '../../../../language/operations.ts'
import type { Resource } from '../../../../language/resource.ts'
import { ORIGIN, type GatewayStub } from '../gatewayStub.ts'

/** The key that the provider's own key maker gives in these tests. */
export const KEY = '7c1f2a52-6a4a-4c0e-9a55-0d9f1f8f5a01'

type NewProvider = (onDrift?: (drift: Drift) => void) => ConsoleDataProvider

/** What every part of the battery works with. */
export interface Context {
  readonly operation: Operation
  readonly gateway: GatewayStub
  /** A provider of all definitions against the stubbed gateway. */
  readonly newProvider: NewProvider
}

/** Makes providers of these definitions against the stubbed gateway. */
export function providersOf(definitions: readonly Resource[], { fetch }: GatewayStub): NewProvider {
  const validators = compileValidators(definitions)
  return (onDrift) =>
    createDataProvider({
      definitions,
      validators,
      fetch,
      origin: ORIGIN,
      newKey: () => KEY,
      ...(onDrift === undefined ? {} : { onDrift }),
    })
}
