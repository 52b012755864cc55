import { join } from 'node:path'
import { defineConfig } from 'vite'
import { consoleVite } from '../../src/build/consoleVite.ts'
import { model } from './schemas/index.ts'

const folder = join(import.meta.dirname, 'schemas')

export default defineConfig(consoleVite({ entry: '/examples/library/main.tsx', model, folder }))
