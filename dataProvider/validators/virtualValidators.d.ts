/**
 * How the parts of the validators are fetched, each generated as plain functions when the console is built. Written out
 * here because an ambient module cannot import `ValidatorParts` from beside it; the compiler compares the two where
 * they meet.
 */
declare module 'virtual:validators' {
  interface Issue {
    readonly instancePath: string
    readonly keyword: string
    readonly params: { readonly missingProperty?: string }
  }
  interface Validate {
    (data: unknown): boolean
    errors?: readonly Issue[] | null
  }
  type Validators = Readonly<Record<string, { readonly request: Validate; readonly response: Validate }>>
  export const parts: Readonly<Record<string, () => Promise<{ readonly validators: Validators }>>>
}
