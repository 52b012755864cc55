import type { Validate } from '../../language/checkAnswer.ts'
import type { Operation } from '../../language/operations.ts'

/** The validators of one operation: the request is closed; the response is open and checked by type alone (X4). */
export interface OperationValidators {
  readonly request: Validate
  readonly response: Validate
}

export type Validators = Readonly<Record<string, OperationValidators>>

/** Finds the table with an operation's validators. Rejects with `HttpError` when it can't be loaded. */
export type FindValidators = (operation: Pick<Operation, 'definition' | 'kind'>) => Promise<Validators>

export type ValidatorParts = Readonly<Record<string, () => Promise<{ readonly validators: Validators }>>>
