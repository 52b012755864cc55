/**
 * Validators of every operation, generated as plain functions when the console is built. Written out here because an
 * ambient module cannot import `Validators` from beside it; the compiler compares the two where they meet.
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
  export const validators: Readonly<Record<string, { readonly request: Validate; readonly response: Validate }>>
}
