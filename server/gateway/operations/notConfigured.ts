import type { GatewayContext } from '../gatewayContext.ts'
import type { PreparedOperation } from './preparedOperations.ts'

/**
 * Ids of the operations that this environment cannot serve, whoever asks: nobody has named the call, the service has no
 * address, or the credential is missing. Each would answer NOT_CONFIGURED.
 */
export const notConfigured = (
  operations: ReadonlyMap<string, PreparedOperation>,
  { config, console }: Pick<GatewayContext, 'config' | 'console'>,
): readonly string[] =>
  [...operations.values()]
    .filter(
      ({ operation, call }) =>
        call === null ||
        config.services[call.service] === undefined ||
        (operation.credential !== undefined && console.credentials[operation.credential] == null),
    )
    .map(({ operation }) => operation.id)
