/**
 * The loaders of the validators' parts, each generated as plain functions at build time. The type is repeated here
 * because an ambient module can't import `ValidatorParts`. The compiler compares the two where they are used together.
 */
declare module 'virtual:validators' {
  interface Issue {
    readonly instancePath: string
    readonly keyword: string
    readonly params: { readonly missingProperty?: string; readonly type?: string | readonly string[] }
  }
  interface Validate {
    (data: unknown): boolean
    errors?: readonly Issue[] | null
  }
  type Validators = Readonly<Record<string, { readonly request: Validate; readonly response: Validate }>>
  export const parts: Readonly<Record<string, () => Promise<{ readonly validators: Validators }>>>
}
