import { buildConsole } from '../../../server/consoleBuild.ts'
import { backOffice } from '../../../services/console.ts'

/** Builds the console once for all browser tests, before any of them starts a gateway that would. */
export async function setup(): Promise<void> {
  await buildConsole(backOffice.build)
}
