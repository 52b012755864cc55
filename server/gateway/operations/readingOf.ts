import { fillPath } from '../../../language/template.ts'
import { readRequest, type CheckedRequest } from './operationRequest.ts'
import type { PreparedOperation } from './preparedOperations.ts'

/**
 * The call that reads one record, or more about it, as the browser would make it.
 *
 * @throws GatewayError BAD_REQUEST for an id that no such record can have
 */
export function readingOf(prepared: PreparedOperation, id: string): CheckedRequest {
  const { operation } = prepared
  const query = Object.entries(operation.query).flatMap(([name, source]): [string, string][] => {
    if ('const' in source) return [[name, String(source.const)]]
    return 'field' in source && source.field === 'id' ? [[name, id]] : []
  })
  const search = new URLSearchParams(query).toString()
  const path = `/api/${operation.service}${fillPath(operation.path, { id })}`
  return readRequest(prepared, { target: search === '' ? path : `${path}?${search}`, body: undefined })
}
