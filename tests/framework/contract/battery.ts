import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../language/resource.ts'
import { operationsOf } from '../../../language/operations.ts'
import { actionResult, downloadResult } from './battery/actions.ts'
import { providersOf, type Context } from './battery/context.ts'
import { detailReading } from './battery/details.ts'
import { flagReading } from './battery/flags.ts'
import { failing } from './battery/failures.ts'
import { listReading } from './battery/lists.ts'
import { furtherReading } from './battery/reads.ts'
import { manyReading } from './battery/many.ts'
import { requestShape } from './battery/requests.ts'
import { uploadResult } from './battery/uploads.ts'
import { requestValues } from './battery/values.ts'
import type { GatewayStub } from './gatewayStub.ts'
import { recordedIn, recordedProblems } from './recorded.ts'

/**
 * The contract of every operation that the definitions declare, generated from them: writing a definition writes its
 * tests. Answers that were recorded from a service are read in addition.
 *
 * @param recorded the folder of the recorded answers, a file a resource; it need not exist
 */
export function contractBattery(definitions: readonly Resource[], gateway: GatewayStub, recorded = ''): void {
  const newProvider = providersOf(definitions, gateway)
  for (const definition of definitions) {
    if (definition.dialect === null) tryDefinition(definition, { gateway, newProvider })
    // The requests of a dialect are no definition's: a battery over running services tries them.
    else it.skip(`${definition.name} has the requests of ${definition.dialect}`)
  }
  describe.each(recordedIn(recorded))('recorded %s', (_file, text) => {
    it('is read as declared, and has no value of a person', async () => {
      expect(await recordedProblems(text, definitions)).toEqual([])
    })
  })
}

function tryDefinition(definition: Resource, shared: Omit<Context, 'operation'>): void {
  describe.each(operationsOf(definition).map((operation) => ({ id: operation.id, operation })))(
    '$id',
    ({ operation }) => {
      const context = { operation, ...shared }
      describe('request', () => {
        requestShape(context)
        requestValues(context)
      })
      describe('failure', () => failing(context))
      const readsMany = operation.kind === 'list' && operation.binding === 'getMany'
      if (readsMany) describe('records', () => manyReading(context))
      if (operation.kind === 'list' && !readsMany) {
        describe('list', () => {
          listReading(context)
          flagReading(context)
        })
      }
      if (operation.kind === 'getOne') describe('record', () => detailReading(context))
      if (operation.kind === 'read') describe('read', () => furtherReading(context))
      if (operation.kind === 'action') describe('action', () => actionResult(context))
      if (operation.kind === 'upload') describe('upload', () => uploadResult(context))
      if (operation.kind === 'download') describe('download', () => downloadResult(context))
    },
  )
}
