import { join } from 'node:path'
import { describe } from 'vitest'
import { model } from '../../../examples/cookbook/index.ts'
import { model as library } from '../../../examples/library/schemas/index.ts'
import { root } from '../authoring/copyOfLibrary.ts'
import { contractBattery } from './battery.ts'
import { useGatewayStub } from './gatewayStub.ts'

describe('every recipe', () => {
  contractBattery(model.definitions, useGatewayStub())
})

describe('the lending library', () => {
  contractBattery(library.definitions, useGatewayStub(), join(root, 'examples', 'library', 'recorded'))
})
