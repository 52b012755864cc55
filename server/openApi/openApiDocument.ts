import type { ConsoleModel } from '../../language/registry.ts'
import { prepareOperations } from '../gateway/operations/preparedOperations.ts'
import { operationPaths } from './operationPaths.ts'
import { approvalRoutes } from './approvalRoutes.ts'
import { ownRoutes } from './ownRoutes.ts'
import { staffRoutes } from './staffRoutes.ts'
import { components, type Json, type Paths } from './parts.ts'

const description = [
  'The one origin of the browser. It forwards what a definition declares and nothing else; `X-Operation` names which.',
  '`x-permission` is what a member of staff needs, `x-effect` whether the call changes something.',
  'Values of a field with `x-masked` are masked before they leave, and fields that no schema names do not leave.',
].join(' ')

/** The OpenAPI document of a console's gateway. @param extensions the routes of the console's own extensions */
export const openApiDocument = (model: ConsoleModel, extensions: Paths = {}): Json => ({
  openapi: '3.1.1',
  info: { title: 'Gateway', version: '1', description },
  paths: {
    ...operationPaths([...prepareOperations(model, { environment: 'dev', assumedCalls: {} }).values()]),
    ...ownRoutes,
    ...staffRoutes,
    ...approvalRoutes,
    ...extensions,
  },
  components: components(),
})
