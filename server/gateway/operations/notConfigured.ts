import type { Config } from '../../config.ts'
import type { PreparedOperation } from './preparedOperations.ts'

/**
 * Ids of the operations that this environment cannot serve, whoever asks: nobody has named the call, the service has no
 * address, or the service token is missing. Each would answer NOT_CONFIGURED.
 */
export const notConfigured = (
  operations: ReadonlyMap<string, PreparedOperation>,
  { services, serviceToken }: Pick<Config, 'services' | 'serviceToken'>,
): readonly string[] => {
  const addresses: Readonly<Record<string, string | undefined>> = services
  return [...operations.values()]
    .filter(
      ({ operation, call }) =>
        call === null ||
        addresses[call.service] === undefined ||
        (operation.credential !== undefined && serviceToken === null),
    )
    .map(({ operation }) => operation.id)
}
