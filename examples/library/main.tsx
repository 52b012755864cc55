import { startConsole } from '../../src/startConsole.tsx'
import type { Extensions } from '../../src/console/extensions.ts'
import type { Library } from './schemas/console.ts'
import { model } from './schemas/index.ts'

const day = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

const dueDate = (value: unknown): string => (typeof value === 'string' ? day.format(Date.parse(value)) : '-')

const extensions: Extensions<Library> = {
  formats: { dueDate: { write: dueDate } },
  cells: { borrower: async () => (await import('./Borrower.tsx')).Borrower },
  routes: [{ path: '/loan/:id', access: 'signedIn', page: async () => (await import('./EditLoan.tsx')).EditLoan }],
}

startConsole({ model, extensions })
