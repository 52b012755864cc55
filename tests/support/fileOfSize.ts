import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Path of a file of so many bytes, which goes with the test: a browser takes a large one much sooner by its path. */
export async function fileOfSize(name: string, bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, '')
  await truncate(path, bytes)
  return path
}
