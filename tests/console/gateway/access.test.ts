import { describe, expect, test } from 'vitest'
import { definitions } from '../../../schemas/index.ts'
import { permissionsOf } from '../../../language/registry.ts'
import { registry } from '../../../schemas/console.ts'
import { roles } from '../../../schemas/shared/permissions.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, contentTypeOf, operationOf, operations, requestFor, signedIn, successOf } from './gatewayUnderTest.ts'
import { gateway, trail, withGateway } from './withGateway.ts'

withGateway()

describe('permissions', () => {
  const matrix = [...Object.keys(roles), 'a role nobody knows'].flatMap((role) =>
    operations.map(
      (operation) =>
        [role, operation.id, permissionsOf(registry, role, 'refuse').includes(operation.permission)] as const,
    ),
  )

  test.each(matrix)('%s may use %s: %s', async (role, id, isAllowed) => {
    const operation = operationOf(id)
    gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
    const response = await gateway.app.inject(requestFor(operation, await signedIn(gateway, role)))
    expect(response.statusCode).toBe(isAllowed ? 200 : 403)
    expect(gateway.upstream.seen).toHaveLength(isAllowed ? 1 : 0)
    if (isAllowed) return
    expect(bodyOf(response)['code']).toBe('FORBIDDEN')
    expect((await trail()).at(-1)).toMatchObject({
      phase: 'event',
      operation: id,
      details: { result: 'refused' },
      actor: { role },
    })
  })

  test('cover every definition', () => {
    const covered = new Set(operations.map(({ resource }) => resource))
    expect(definitions.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
  })
})
