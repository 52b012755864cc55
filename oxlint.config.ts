import { defineConfig, type OxlintOverride } from 'oxlint'

type Folders = Readonly<Record<string, string>>

/** What the folders inside `folder` may import of each other, and `outside` of it. Written in an order without circles. */
const inside = (folder: string, outside: string, inner: Folders): Folders =>
  Object.fromEntries(
    Object.entries(inner).map(([name, others]) => [
      `${folder}/${name}`,
      `${outside} ${others.replaceAll(/\S+/g, `${folder}/$&`)}`,
    ]),
  )

const browser = inside('src', 'language dataProvider', {
  format: '',
  data: 'format',
  theme: '',
  build: 'format theme',
  model: 'data format',
  query: 'data format model',
  router: '',
  ui: 'data',
  values: 'data format model query ui',
  inputs: 'data format model query ui values',
  actions: 'data format inputs model ui values',
  console: 'actions format model ui',
  export: 'actions data format model query ui',
  bulk: 'actions data export format inputs model ui values',
  table: 'actions bulk console format model query ui values',
  nested: 'actions console data model query table ui values',
  keys: 'data model query ui',
  queue: 'data format model query ui',
  claims: 'console data format model query queue ui values',
  list: 'actions approvals bulk claims console data export format inputs model query queue table ui values',
  show: 'actions administration approvals claims console data format list model nested query queue table ui values',
  subject: 'console data format inputs model query ui values',
  form: 'actions approvals console data format inputs model query subject ui values',
  auth: 'data model',
  layout: 'auth console data keys model ui',
  pages: 'auth data layout model theme ui',
  approvals: 'actions auth data format inputs layout model query subject ui values',
  reactAdmin: 'actions data inputs model router theme ui',
  kit: 'data inputs layout ui',
  inspect: 'auth data format layout model ui',
  administration: 'actions auth data format layout model query table ui values',
})

const namesOf = (...folders: readonly Folders[]): string => folders.flatMap((each) => Object.keys(each)).join(' ')

const gateway = inside('server/gateway', 'language server/config server/store', {
  core: '',
  http: 'core',
  operations: 'core',
  audit: 'core operations',
  signIn: 'core http audit',
  uploads: 'core operations audit',
  calls: 'core http operations audit signIn uploads',
  approvals: 'core http operations audit signIn calls',
  claims: 'core http operations audit signIn',
  savedViews: 'core http operations audit signIn',
})

const node = {
  'server/config': 'language',
  'server/store': 'language server/config',
  // It checks what the store has written, so it shares no code with it.
  'server/verify': '',
  'server/authoring': 'language server/config',
  ...gateway,
  'server/openApi': `language ${namesOf(gateway)}`,
  'server/embedded': 'server/config',
  'server/embedded/identity': 'server/embedded server/config',
  'server/embedded/collections': 'language server/config server/embedded',
}

const embedded = inside(
  'services/embedded',
  'language schemas server/embedded server/embedded/collections services/drawing',
  {
    data: '',
    named: 'data',
    shared: '',
    accounts: 'data named shared',
    reference: 'data shared accounts',
    trades: 'data shared',
    support: 'data shared accounts',
    verification: 'data shared accounts',
    services: 'data shared accounts reference trades support verification',
  },
)

const screens = `language dataProvider schemas ${namesOf(browser)}`
const framework = `language dataProvider src ${namesOf(browser)} server server/gateway ${namesOf(node)}`
const verification = 'resources/verification resources/verification/addressApproval'

/**
 * What every folder may import besides itself. What is not listed is refused, as is a file outside these folders. A
 * folder without rules for its subfolders is one unit.
 */
const imports: Folders = {
  language: '',
  dataProvider: 'language',
  ...browser,
  src: `language dataProvider ${namesOf(browser)}`,
  ...node,
  'server/gateway': namesOf(node),
  server: `language ${namesOf(node)} server/gateway`,
  schemas: 'language',
  'resources/applicants': screens,
  'resources/requests': screens,
  'resources/verification/addressApproval': screens,
  'resources/verification': `${screens} resources/applicants resources/verification/addressApproval`,
  'resources/verification/cip': `${screens} resources/applicants resources/verification`,
  'resources/documents/viewer': `${screens} resources/applicants`,
  'resources/history': `${screens} resources/verification resources/requests`,
  'resources/overview': `${screens} resources/requests`,
  'resources/support': `${screens} resources/verification resources/history`,
  'resources/documents': `${screens} ${verification} resources/applicants resources/documents/viewer`,
  resources: `${screens} src ${verification} resources/applicants resources/verification/cip resources/documents resources/requests resources/history resources/overview resources/support`,
  'services/drawing': '',
  'services/verification': `language schemas services/drawing server/gateway ${namesOf(node)}`,
  'services/overview': `language schemas server/gateway ${namesOf(node)}`,
  ...embedded,
  'services/embedded/services': `${embedded['services/embedded/services']} server/embedded/identity`,
  'services/embedded/shared': 'server/embedded server/embedded/identity',
  'services/embedded': `language schemas server ${namesOf(node, embedded)}`,
  services: `language schemas server server/gateway ${namesOf(node, embedded)} services/verification services/overview`,
  examples: `language server ${namesOf(node)} src ${namesOf(browser)}`,
  'tests/support': framework,
  'tests/framework': `${framework} examples tests/support`,
}

const foldersIn = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '')

/** The console's tests and the measurements may import everything. A file belongs to the first of these folders that it is in. */
const folders = [...Object.keys(imports), 'bench', 'tests'].toSorted((one, other) => other.length - one.length)

/**
 * The rules for the files of one folder: asked about every folder, each import takes many times as long. A file that is in
 * one is known, and where everything may be imported there is nothing to ask.
 */
const importsFrom = (type: string): OxlintOverride => {
  const files = [`${type}/**`]
  const known = { 'boundaries/no-unknown-files': 'off' } as const
  const others = imports[type]
  if (others === undefined) return { files, rules: { ...known, 'boundaries/dependencies': 'off' } }
  const policies = [
    { from: { element: { type } }, allow: { to: { element: { types: { anyOf: [type, ...foldersIn(others)] } } } } },
  ]
  return { files, rules: { ...known, 'boundaries/dependencies': ['error', { default: 'disallow', policies }] } }
}

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc', 'node', 'promise'],
  jsPlugins: ['eslint-plugin-boundaries'],
  categories: { correctness: 'error' },
  ignorePatterns: ['node_modules', 'dist', '/data', '/bench/out'],
  settings: {
    'boundaries/elements': folders.map((type) => ({ type, pattern: `${type}/**/*`, mode: 'full' })),
    'boundaries/ignore': ['**/vite.config.ts', 'vitest.config.ts', 'oxlint.config.ts'],
  },
  rules: {
    'typescript/no-explicit-any': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/no-danger': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true, IIFEs: false }],
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': ['error', { default: 'disallow' }],
    'no-restricted-imports': [
      'error',
      {
        paths: [{ name: 'react-router', message: 'import from react-router-dom: two copies under vitest otherwise' }],
      },
    ],
  },
  overrides: [
    // The last one that matches a file applies: that of its innermost folder.
    ...folders.toReversed().map(importsFrom),
    {
      files: ['schemas/**', 'language/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: '^[^.]',
                message:
                  'a definition is pure data: import only from language/ and schemas/ (types of json-schema-to-ts excepted, by import type)',
                allowTypeImports: true,
              },
            ],
          },
        ],
      },
    },
    {
      files: ['dataProvider/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: '^(react|react-dom|@mui/.*|react-router.*)$',
                message: 'the data provider has no React in it',
              },
            ],
          },
        ],
      },
    },
    { files: ['tests/**', 'bench/**'], rules: { 'max-lines-per-function': 'off' } },
  ],
})
