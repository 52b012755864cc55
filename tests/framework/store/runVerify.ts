import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compileCache } from '../../support/compileCache.ts'
import type { Place } from './places.ts'

interface Verification {
  code: number
  output: string
}

/** Runs `npm run audit:verify` over a place, as an operator does. */
export async function runVerify(
  { options }: { readonly options: Pick<Place['options'], 'dataDir' | 'databaseUrl'> },
  key: Uint8Array,
  more: Readonly<Record<string, string>> = {},
  files: readonly string[] = [],
): Promise<Verification> {
  const { dataDir, databaseUrl = '' } = options
  const env = {
    ...compileCache,
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    AUDIT_KEY: Buffer.from(key).toString('hex'),
    ...more,
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/verify/verify.ts', ...files], { env })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as Error & { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
