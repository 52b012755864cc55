import { authored, model } from '../schemas/index.ts'
import type { ConsoleServer } from '../server/console.ts'
import { embeddedServices } from './embeddedServices.ts'
import { readConsoleSettings, type ConsoleSettings } from './settings.ts'
import { createStaffCheck } from './staffCheck.ts'
import { approvalTable } from './verification/approvals.ts'
import { createVerificationExtension } from './verification/verificationExtension.ts'

/** The back office of the brokerage, as the server runs it. */
export const backOffice = {
  authored,
  model,
  readSettings: readConsoleSettings,
  gateway: (settings: ConsoleSettings) => ({
    model,
    createStaffCheck,
    credentials: { service: settings.serviceToken },
    extensions: [createVerificationExtension(settings)],
  }),
  tables: [approvalTable],
  embedded: embeddedServices,
  build: { config: 'vite.config.ts', folders: ['schemas', 'resources'], outDir: 'dist' },
} satisfies ConsoleServer<ConsoleSettings>
