import type { Operation } from '../../language/operations.ts'

/** One thing a validator found: where, and which keyword of the schema it broke. Never a value. */
export interface Issue {
  readonly instancePath: string
  readonly keyword: string
  readonly params: { readonly missingProperty?: string }
}

/** A compiled schema. After a call that returned false, `errors` lists every issue. */
export interface Validate {
  (data: unknown): boolean
  errors?: readonly Issue[] | null
}

/** The validators of one operation: the request is closed, the response open and checked by type alone (X4). */
export interface OperationValidators {
  readonly request: Validate
  readonly response: Validate
}

/** Validators by the operation's id, such as `accounts.list`. */
export type Validators = Readonly<Record<string, OperationValidators>>

/** Finds the table that an operation's validators stand in. Rejects with `HttpError` where it does not come. */
export type FindValidators = (operation: Pick<Operation, 'definition' | 'kind'>) => Promise<Validators>

/** How each part of the validators is fetched, by the part's name. */
export type ValidatorParts = Readonly<Record<string, () => Promise<{ readonly validators: Validators }>>>
