import { afterAll, beforeAll } from 'vitest'
import { drawnInput } from '../../../language/drawnInput.ts'
import { registerCoercions } from '../../../src/format/consoleCoercions.ts'

/** Registers the coercion of the columns for the tests of a file. */
export function coerceLoans(): void {
  beforeAll(() => registerCoercions({ cardNumber: (text) => text.replaceAll(/[\s-]/g, '').toUpperCase() }))
  afterAll(() => registerCoercions({}))
}

/** The columns of a table of loans. */
export const { members: columns = {} } = drawnInput({
  label: 'Loans',
  schema: {
    type: 'object',
    required: ['reader', 'copies'],
    properties: {
      reader: {
        type: 'string',
        pattern: '^R\\d+$',
        title: 'Reader',
        examples: ['R7'],
        coerce: 'cardNumber',
        message: { pattern: 'Enter a reader' },
      },
      copies: { type: 'string', pattern: '^\\d+(\\.\\d+)?$', title: 'Copies', examples: ['2'], display: 'decimal' },
      due: { type: 'string', format: 'date', title: 'Due', examples: ['2026-03-02'] },
    },
  },
})
