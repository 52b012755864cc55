import { model } from '../schemas/index.ts'
import { startConsole } from '../src/startConsole.tsx'
import { extensions } from './index.tsx'

startConsole({ model, extensions })
