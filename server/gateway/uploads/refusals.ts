import type { Upload } from '../../../language/binding.ts'
import { refusalTexts } from '../../../language/uploads.ts'
import { GatewayError } from '../core/errors.ts'

export type Accepted = Pick<Upload, 'kinds' | 'maxBytes' | 'rows'>

export function refusalsOf(accepted: Accepted) {
  const texts = refusalTexts(accepted)
  return {
    wrongName: (): GatewayError => new GatewayError('UNSUPPORTED_FILE', { message: texts.wrongType }),
    wrongContent: (name: string): GatewayError =>
      new GatewayError('UNSUPPORTED_FILE', { message: texts.otherContent(name) }),
    tooBig: (name: string): GatewayError => new GatewayError('TOO_LARGE', { message: texts.tooBig(name) }),
    formula: (line: number): GatewayError =>
      new GatewayError('UNSUPPORTED_FILE', {
        message: `Line ${line} has a cell that a spreadsheet would run as a formula. Correct it: nothing was sent.`,
      }),
    empty: (name: string): GatewayError => new GatewayError('UNREADABLE_FILE', { message: texts.empty(name) }),
  }
}
