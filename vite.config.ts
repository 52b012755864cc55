import { join } from 'node:path'
import { defineConfig } from 'vite'
import { model } from './schemas/index.ts'
import { consoleVite } from './src/build/consoleVite.ts'

export default defineConfig(
  consoleVite({ entry: '/resources/main.tsx', model, folder: join(import.meta.dirname, 'schemas') }),
)
