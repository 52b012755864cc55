import { describe } from 'vitest'
import type { Resource } from '../../../language/resource.ts'
import { operationsOf } from '../../../language/operations.ts'
import { actionResult, downloadResult } from './battery/actions.ts'
import { detailReading } from './battery/details.ts'
import { failing } from './battery/failures.ts'
import { listReading } from './battery/lists.ts'
import { furtherReading } from './battery/reads.ts'
import { requestShape } from './battery/requests.ts'
import { uploadResult } from './battery/uploads.ts'
import { requestValues } from './battery/values.ts'
import type { GatewayStub } from './gatewayStub.ts'

/**
 * The contract of every operation that a definition declares, generated from the definition: writing a definition
 * writes its tests.
 */
export function contractBattery(definition: Resource, gateway: GatewayStub): void {
  describe.each(operationsOf(definition).map((operation) => ({ id: operation.id, operation })))(
    '$id',
    ({ operation }) => {
      const context = { operation, gateway }
      describe('request', () => {
        requestShape(context)
        requestValues(context)
      })
      describe('failure', () => failing(context))
      if (operation.kind === 'list') describe('list', () => listReading(context))
      if (operation.kind === 'getOne') describe('record', () => detailReading(context))
      if (operation.kind === 'read') describe('read', () => furtherReading(context))
      if (operation.kind === 'action') describe('action', () => actionResult(context))
      if (operation.kind === 'upload') describe('upload', () => uploadResult(context))
      if (operation.kind === 'download') describe('download', () => downloadResult(context))
    },
  )
}
